import type { Sql } from "postgres";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import type { Asker } from "./ask-over-http.ts";

/** An agent whose requests are not bounded, and a tool that runs at once and does nothing. */
export async function arrangeAsker(admin: Sql): Promise<Asker> {
  await admin`
    update agents.settings set value = most
    where name in ('key_requests_second', 'key_requests_burst', 'agent_concurrency', 'tool_concurrency')`;
  const owner = await makePerson(admin, "operator");
  const { key } = await makeAgent(admin, owner.id);
  const { name } = await pinTool(admin, contractOf({ name: `noop_${Date.now()}` }));
  return { key, tool: name };
}

/** Takes away what was released and never run, so that each round begins with an empty queue. */
export async function endReleased(admin: Sql): Promise<void> {
  await admin`
    update agents.tool_invocations
    set status = 'expired', expiry_kind = 'execution', completed_at = now(), error_code = 'execution_expired'
    where status = 'running' and claimed_at is null`;
}
