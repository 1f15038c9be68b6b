import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoginName } from "#db/logins.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { makeStepUp, makeTotp } from "#db/testing/proof-fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/**
 * Every session may have the server print the plans of its statements to it, also of those inside a function that runs as the owner.
 * The values that such a statement works with stand in its plan.
 */
let database: TestDatabase;
let ana: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  ana = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
});
afterAll(async () => {
  await database.drop();
});

/** All that the server says to a session of this login that asks for every plan, while one statement runs. */
async function printed(login: LoginName, statement: string, values: string[] = []): Promise<string> {
  const heard: string[] = [];
  const sql = openConnection(database.urls[login], {
    max: 1,
    onnotice: ({ message, detail }) => heard.push(`${message ?? ""} ${detail ?? ""}`),
  });
  try {
    await sql.unsafe(`set client_min_messages = log; set debug_print_plan = on; set debug_pretty_print = off;
      set plan_cache_mode = force_custom_plan`);
    await sql.unsafe(statement, values);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return heard.join(" ").replace(/\s+/g, " ");
}

/** As a plan writes the bytes of a value. */
const asPrinted = (bytes: Buffer) => [...bytes].map((byte) => (byte > 127 ? byte - 256 : byte)).join(" ");

/** What is printed with the door as it is, and with one that lets the session have its way. */
async function bothWays(door: string, act: () => Promise<string>): Promise<[shut: string, open: string]> {
  const shut = await act();
  await database.admin.unsafe(`alter function ${door} reset debug_print_plan`);
  try {
    return [shut, await act()];
  } finally {
    await database.admin.unsafe(`alter function ${door} set debug_print_plan = off`);
  }
}

test("the seed of an authenticator app is not read off a plan by who shows a wrong code", async () => {
  const seed = await makeTotp(database.admin, ana.id);
  const web = database.as("web");
  const [shut, open] = await bothWays("agents.fn_prove_step_up_totp", async () => {
    const asked = await makeStepUp(database.admin, ana.id, null, "password");
    const [row] = await web<{ id: string }[]>`
      select agents.fn_announce_code(${ana.session}, '000000', ${asked.id}) as id`;
    return printed("web", "select agents.fn_prove_step_up_totp($1, $2, $3, '000000')", [
      ana.session,
      asked.id,
      row?.id ?? "",
    ]);
  });
  expect(shut.includes(asPrinted(seed))).toBe(false);
  expect(open.includes(asPrinted(seed)), "control: it stands there").toBe(true);
});

test("what a call asks for is not read off a plan by who sweeps", async () => {
  const tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  const secret = "only people and the dispatcher see this";
  const [shut, open] = await bothWays("agents.fn_sweep", async () => {
    await database.as("gateway", 1)`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ secret })}, ${tool.definitionHash}, '[]', 'effect')`;
    await putPolicy(database.admin);
    return printed("housekeeper", "select agents.fn_sweep()");
  });
  expect(shut.includes(asPrinted(Buffer.from(secret)))).toBe(false);
  expect(open.includes(asPrinted(Buffer.from(secret))), "control: it stands there").toBe(true);
});
