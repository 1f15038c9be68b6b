import type { Sql } from "postgres";
import { registerShippedTools } from "#db/register-shipped-tools.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { shippedTools } from "#lib/tools/register.ts";

const AGENTS = 50;
const OPERATORS = 4;
const MORE_FREE_TOOLS = 12;
const MORE_HELD_TOOLS = 5;

/** Who asks for what in a bench: fifty agents, twenty tools, the people who decide. The shipped tools are the ones that are asked for. */
export async function makeScene(admin: Sql): Promise<void> {
  // A bench asks for more than people could look at.
  await admin`update agents.settings set value = most where name = 'agent_open_cards'`;
  const owner = await makePerson(admin, "admin");
  for (let n = 0; n < OPERATORS; n += 1) await makePerson(admin, "operator", { roleAge: "30 days" });
  for (let n = 0; n < AGENTS; n += 1) await makeAgent(admin, owner.id);
  await registerShippedTools(admin, await shippedTools());
  for (let n = 0; n < MORE_FREE_TOOLS; n += 1) await pinTool(admin, contractOf({ name: `free_tool_${n}` }));
  for (let n = 0; n < MORE_HELD_TOOLS; n += 1) {
    await pinTool(
      admin,
      contractOf({ name: `held_tool_${n}`, safetyClass: "write", egressClass: "write", actionType: "fs:write" }),
    );
  }
}
