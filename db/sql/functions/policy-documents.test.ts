import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

/**
 * What an admin with a client of their own brings to the database, past every page: documents that no page would send, and that
 * would be compared in one way when somebody asks whether they widen, and read in another when calls are decided by them.
 */
let database: TestDatabase;
let web: Sql;
let admin: TestPerson;
let agent: string;
let base: number;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 1);
  admin = await makePerson(database.admin, "admin");
  await makePerson(database.admin, "operator");
  agent = (await makeAgent(database.admin, admin.id)).name;
  const [row] = await web<{ version: number }[]>`select version from agents.policy_in_force`;
  base = row?.version ?? 0;
});
afterAll(() => database.drop());

type Path = readonly (string | number)[];

/** What ships with something of everything in it, and one part written in another way. */
function changed(path: Path = [], value?: unknown): Record<string, unknown> {
  const document: Record<string, unknown> = structuredClone({
    ...POLICY_AS_SHIPPED,
    tool_access: { levels: { ...POLICY_AS_SHIPPED.tool_access.levels, mine: { network: "none" } } },
    profiles: {
      only: {
        description: "",
        rules: [{ tool: "pay", reason: "r", people: 1 }],
        human_approval: ["deploy"],
        approval_minutes: { deploy: 30 },
        budgets: [{ calls: 5, per: "day" }],
      },
    },
    agents: { [agent]: { profiles: ["only"], narrow: { network: "none" }, allow: [], deny: ["pay"] } },
    checks: [{ name: "fraud", url: "https://checks.example/", timeout_ms: 500 }],
  });
  let at: Record<string | number, unknown> = document;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined) value === undefined ? delete at[last] : Reflect.set(at, last, value);
  return document;
}

async function propose(document: unknown): Promise<string> {
  try {
    const [row] = await web<{ version: number }[]>`
      select (agents.fn_propose_policy(${admin.session}, ${JSON.stringify(document)}::text::jsonb, 'Because.', ${base}) ->> 'version')::int as version`;
    return row ? "proposed" : "";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a document that is written as a policy is can be proposed", async () => {
  expect(await propose(changed())).toBe("proposed");
});

const trust = (reVerification: object) => ({
  strategy: "weighted",
  re_verification: { enabled: true, ...reVerification },
});

describe("a document is refused whole", () => {
  const cases: readonly [what: string, path: () => Path, value?: unknown][] = [
    ["of another kind of policy", () => ["policy"], 2],
    ["where deployment is the word true", () => ["tool_access", "levels", "mine", "deployment"], "true"],
    ["where a level's network is null, which the next version could open unseen", () => level("network"), null],
    ["where a level's files are a word that nobody knows", () => level("file_system"), "Full"],
    ["where a level has a field that nobody knows", () => level("filesystem"), "full"],
    ["where a level's programs are one text", () => level("commands"), "ls"],
    ["where a level's approvals are null", () => level("requires_approval"), null],
    ["where a level is a list", () => ["tool_access", "levels", "mine"], []],
    ["where a level has a name that looks like another's", () => ["tool_access", "levels", "elevated "], {}],
    ["where a class is missing", () => ["classes", "safety", "financial"]],
    ["where an egress class is missing", () => ["classes", "egress", "none"]],
    ["where a class takes people in quotation marks", () => ["classes", "safety", "read", "people"], "0"],
    ["where a class takes part of a person", () => ["classes", "safety", "read", "people"], 0.5],
    ["where a class has nobody vote", () => ["classes", "safety", "write", "voters"]],
    ["where a rule takes nobody", () => rule("people"), 0],
    ["where a rule takes people that are null", () => rule("people"), null],
    ["where a rule takes more people than are ever asked", () => rule("people"), 3],
    ["where a rule denies with a false", () => rule("deny"), false],
    ["where a rule is for a tool and an action", () => rule("action"), "deploy"],
    ["where a rule is for nothing", () => rule("tool")],
    ["where a rule gives no reason", () => rule("reason")],
    ["where a rule counts to a text", () => rule("max_invocations"), "5"],
    ["where a rule counts beyond every number", () => rule("max_invocations"), 1e300],
    ["where a rule counts by another word", () => rule("per"), "Session"],
    ["where a rule ends at no time", () => rule("until"), "never"],
    ["where a rule has a field that nobody knows", () => rule("host"), ["a.example:443"]],
    ["where a list of what needs nobody is null", () => ["profiles", "only", "auto_approve"], null],
    ["where a list of what needs a person is a text", () => ["profiles", "only", "human_approval"], "deploy"],
    ["where people have time in quotation marks", () => ["profiles", "only", "approval_minutes", "deploy"], "30"],
    ["where people have no time", () => ["profiles", "only", "approval_minutes", "deploy"], -1],
    [
      "where people have part of a minute, by which no later policy could be compared",
      () => ["profiles", "only", "approval_minutes", "deploy"],
      5.5,
    ],
    ["where a rule ends when the reader says", () => rule("until"), "tomorrow"],
    ["where a rule ends on a day that two readers take for two", () => rule("until"), "05/06/2031"],
    ["where a rule ends at no place's time", () => rule("until"), "2031-05-06T00:00:00"],
    ["where trust is shown anew after more days than there are", () => ["trust"], trust({ interval_days: 1e300 })],
    ["where trust is shown anew before it is given", () => ["trust"], trust({ interval_days: -1 })],
    ["where a budget is of nothing", () => ["profiles", "only", "budgets", 0, "calls"]],
    ["where a budget's cost is no number", () => ["profiles", "only", "budgets", 0, "cost"], "NaN"],
    ["where a profile has a capital letter", () => ["profiles", "Only"], {}],
    ["where an agent's profiles are one text", () => entry("profiles"), "only"],
    ["where an agent's denials are null", () => entry("deny"), null],
    ["where an agent's gate is off in quotation marks", () => entry("enforce_tool_policies"), "false"],
    ["where a narrowing lets deploy", () => [...entry("narrow"), "deployment"], true],
    ["where a narrowing is a word that nobody knows", () => [...entry("narrow"), "network"], "None"],
    ["where a narrowing is null", () => entry("narrow"), null],
    ["where a check asks for tools by one text", () => ["checks", 0, "tools"], "pay"],
    ["where the checks are an object", () => ["checks"], {}],
    ["where a section is a list", () => ["profiles"], []],
    ["with an agent that is not there", () => ["agents", "nobody-of-that-name"], {}],
  ];

  const level = (field: string): Path => ["tool_access", "levels", "mine", field];
  const rule = (field: string): Path => ["profiles", "only", "rules", 0, field];
  const entry = (field: string): Path => ["agents", agent, field];

  test.each(cases)("%s", async (_, path, value) => {
    expect(await propose(changed(path(), value))).toBe("AL043");
  });
});

test("a lower level that asks for nobody where the next one asks reaches further, also where it leaves the list out", async () => {
  const { sandboxed, restricted, standard, elevated } = POLICY_AS_SHIPPED.tool_access.levels;
  const { requires_approval: _, ...silent } = restricted ?? {};
  const asking = { ...standard, requires_approval: ["fs:write"] };
  const levels = { sandboxed, restricted: silent, standard: asking, elevated };
  expect(await propose({ ...changed(), tool_access: { levels } })).toBe("AL043");
});
