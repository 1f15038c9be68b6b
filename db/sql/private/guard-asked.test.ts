import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** How calls and their inputs are born, past every function: by the owner of the tables. */
let database: TestDatabase;
/** The same without the short question, so that every call is asked by the long one. */
let thorough: TestDatabase;
const scenes = new Map<TestDatabase, { free: string; held: string; others: string }>();

beforeAll(async () => {
  [database, thorough] = [await createTestDatabase(), await createTestDatabase()];
  await takeOut(
    thorough.admin,
    "airlock.guard_asked",
    "is not true)\n  then\n    return null;",
    "is not true) and false\n  then\n    return null;",
  );
  for (const each of [database, thorough]) scenes.set(each, await arrange(each));
});
afterAll(() => Promise.all([database.drop(), thorough.drop()]));

/** A call that runs, one that waits for a person, and one of another agent and another tool. */
async function arrange({ admin, as }: TestDatabase) {
  const owner = (await makePerson(admin, "operator")).id;
  const [agent, other] = [await makeAgent(admin, owner), await makeAgent(admin, owner)];
  const reader = await pinTool(admin, contractOf());
  const writer = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  const gateway = as("gateway");
  const ask = async (key: string, tool: { name: string; definitionHash: string }): Promise<string> => {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
    return row?.id ?? "";
  };
  const [free, held] = [await ask(agent.key, reader), await ask(agent.key, writer)];
  return { free, held, others: await ask(other.key, writer) };
}

/** What becomes of a copy of a call with something else in it. */
async function bear({ admin }: TestDatabase, of: string, change: string): Promise<string> {
  try {
    await admin.unsafe(`
      insert into agents.tool_invocations
      select (jsonb_populate_record(i, jsonb_build_object('id', airlock.new_id()) || (${change}))).*
      from agents.tool_invocations i where i.id = '${of}'`);
    return "born";
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
}

const FROM_OTHERS = (column: string) =>
  `select jsonb_build_object('${column}', o.${column}) from agents.tool_invocations o where o.id = '{others}'`;

describe("a call", () => {
  test.each(["free", "held"] as const)("that is %s is born", async (kind) => {
    for (const each of [database, thorough])
      expect(await bear(each, scenes.get(each)?.[kind] ?? "", "'{}'")).toBe("born");
  });

  test.each<[string, "free" | "held", string, string]>([
    ["in a state of the middle of a life", "free", `'{"status": "completed"}'`, "AL031"],
    ["in no state", "free", `'{"status": "maybe"}'`, "AL031"],
    ["claimed", "free", `'{"claimed_at": "2026-01-01"}'`, "AL031"],
    ["with a fence", "free", `'{"fence": 1}'`, "AL031"],
    ["of another agent than its key's", "free", FROM_OTHERS("agent_id"), "AL032"],
    ["by another agent's key", "free", FROM_OTHERS("agent_key_id"), "AL032"],
    ["for another tool than its version's", "free", FROM_OTHERS("tool_id"), "AL032"],
    ["for another tool's version", "free", FROM_OTHERS("tool_version_id"), "AL032"],
    ["for a tool that nobody has", "free", `jsonb_build_object('tool_id', gen_random_uuid())`, "AL032"],
    ["with fewer people than its classes ask for", "held", `'{"required_approvals": 0}'`, "AL035"],
    ["with one person where the tier asks for two", "held", `'{"tier": "dual"}'`, "AL035"],
    ["running without its people", "held", `'{"status": "running", "started_at": "2026-01-01"}'`, "AL035"],
    ["by a rule that is none", "held", `jsonb_build_object('rule_id', gen_random_uuid())`, "AL035"],
    ["as a drill that runs", "free", `'{"is_drill": true}'`, "23514|AL031"],
    ["as an external one of a tool that is not", "free", `'{"external": true}'`, "AL032"],
    ["with a word that is no tier", "free", `'{"tier": "top"}'`, "AL032"],
    ["with a word that is no approval status", "free", `'{"approval_status": "maybe"}'`, "AL032"],
    ["with more people than there can be", "held", `'{"required_approvals": 3}'`, "AL032"],
    ["with no revision", "free", `'{"revision": 0}'`, "AL032"],
    ["with a cost below nothing", "free", `'{"cost_estimate": -1}'`, "AL032"],
    ["with an expiry of what did not expire", "free", `'{"expiry_kind": "approval"}'`, "AL032"],
    ["running since never", "free", `'{"started_at": null}'`, "AL032"],
    ["with a key that is too long", "free", `jsonb_build_object('idempotency_key', repeat('k', 256))`, "AL032"],
    ["with too many targets", "free", `jsonb_build_object('targets', array_fill('x'::text, array[33]))`, "AL032"],
  ])("is not born %s, and both questions say the same of it", async (_case, kind, change, code) => {
    const [short, long] = await Promise.all(
      [database, thorough].map((each) => {
        const scene = scenes.get(each);
        return bear(each, scene?.[kind] ?? "", change.replace("{others}", scene?.others ?? ""));
      }),
    );
    expect(short).toMatch(new RegExp(`^(${code}) `));
    expect(short).toBe(long);
  });

  test("that is as it must be does not save one beside it", async () => {
    const id = scenes.get(database)?.free ?? "";
    await expect(
      database.admin.unsafe(`
        insert into agents.tool_invocations
        select (jsonb_populate_record(i, jsonb_build_object('id', airlock.new_id(), 'fence', n))).*
        from agents.tool_invocations i, generate_series(0, 1) n where i.id = '${id}'`),
    ).rejects.toMatchObject({ code: "AL031" });
  });
});

test("a line that the short question calls plain is one, passes, and raises no alarm", async () => {
  const plain = { rule: "gate.path", stage: "check", concluded: "pass", saw: "/path", sentence: "It lies within." };
  const lines: readonly unknown[] = [
    { ...plain, concluded: "hold" },
    { ...plain, concluded: "hold", people: 1 },
    { ...plain, concluded: "deny" },
    { ...plain, concluded: "run" },
    { ...plain, concluded: ["pass"] },
    { ...plain, people: 1 },
    { ...plain, more: "" },
    { ...plain, stage: "decide" },
    { ...plain, stage: ["check"] },
    { ...plain, rule: "argument.alarm" },
    { ...plain, rule: ["gate.path"] },
    { ...plain, rule: "r".repeat(121) },
    { ...plain, rule: 1 },
    { ...plain, saw: null },
    { ...plain, saw: "s".repeat(401) },
    { ...plain, saw: "ü".repeat(401) },
    { ...plain, sentence: {} },
    { ...plain, sentence: "s".repeat(401) },
    ...Object.keys(plain).map((key) => Object.fromEntries(Object.entries(plain).filter(([name]) => name !== key))),
    [plain],
    [[plain]],
    {},
    [],
    null,
    "pass",
    1,
  ];
  const [row] = await database.admin`
    select airlock.is_plain_line(${database.admin.json(plain)}) as plain, airlock.is_line(${database.admin.json(plain)}) as line`;
  expect(row).toEqual({ plain: true, line: true });
  for (const line of lines) {
    const [judged] = await database.admin`
      select airlock.is_plain_line(${JSON.stringify(line)}::text::jsonb) as plain`;
    expect([line, judged?.plain]).toEqual([line, false]);
  }
});
