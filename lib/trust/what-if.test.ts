import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { didWork, levelsOf, look, putTrust } from "#db/testing/trust-fixtures.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { actsIn, listTrust } from "./queries/list-trust.ts";
import { draftTrust, readTrustText, rehearseWhatIf } from "./what-if.ts";

let database: TestDatabase;
let web: Sql;
let steady: TestAgent;
let failing: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  const { admin } = database;
  const owner = await makePerson(admin, "admin");
  const { versionId } = await pinTool(admin, contractOf());
  steady = await makeAgent(admin, owner.id, "elevated");
  failing = await makeAgent(admin, owner.id, "elevated");
  await admin`update agents.agents set created_at = now() - interval '60 days'`;
  for (let day = 30; day > 0; day -= 1) {
    await didWork(admin, steady.id, versionId, { ago: `${day} days`, completed: 10, approved: 3 });
    await didWork(admin, failing.id, versionId, {
      ago: `${day} days`,
      completed: 4,
      failed: day < 12 ? 6 : 0,
      approved: 0,
    });
  }
  await putTrust(admin, { strategy: "weighted" });
  await look(database.as("housekeeper"));
});
afterAll(async () => {
  await database.drop();
});

test("says who would have moved and when, and changes nothing", async () => {
  const before = await levelsOf(database.admin, steady.id);
  const text =
    "trust:\n  strategy: weighted\n  promotion_thresholds:\n    sandboxed_to_restricted: 0.3\n    restricted_to_standard: 0.5\n";
  const found = await rehearseWhatIf(web, { text, days: 90 }, Date.now());
  if (!found.ok) throw new Error(found.message);
  const of = (agent: TestAgent) =>
    found.value.moves
      .filter((move) => move.agent === agent.name)
      .map(({ direction, to, kind }) => [direction, to, kind]);
  expect(of(steady).at(-1)).toEqual(["up", "restricted", "earned"]);
  expect(of(steady)[0]).toEqual(["up", "standard", "earned"]);
  expect(of(failing)).toContainEqual(["down", "sandboxed", "error_rate"]);
  expect(await levelsOf(database.admin, steady.id)).toEqual(before);
});

test("says what they would act at today, in everything that would go the same way", async () => {
  const found = await rehearseWhatIf(web, { text: "trust:\n  strategy: disabled\n", days: 90 }, Date.now());
  expect(found.ok && found.value.ends).toContainEqual({
    ...{ agent: steady.name, inForce: "standard", tried: "elevated" },
    categories: [...CATEGORIES],
  });
});

test("says which agents have a section of their own, for the text is not about them", async () => {
  const entry = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };
  const trust = { strategy: "weighted" as const };
  await putPolicy(database.admin, { agents: { [steady.name]: { ...entry, trust: { strategy: "milestone" } } }, trust });
  const found = await rehearseWhatIf(web, { text: "trust:\n  strategy: disabled\n", days: 90 }, Date.now());
  expect(found.ok && found.value.own).toEqual([steady.name]);
  await putPolicy(database.admin, { trust });
});

test("a text with a mistake is refused with its line, and one without the section says so", async () => {
  const bad = await rehearseWhatIf(web, { text: "trust:\n  strategy: wieghted\n", days: 30 }, Date.now());
  expect(bad).toMatchObject({ ok: false, code: "policy_invalid", details: { errors: [{ line: 2 }] } });
});

test("begins with what is in force, and its draft is the whole policy with that section", async () => {
  const { text, inForce } = await readTrustText(web);
  expect(inForce).toBe(true);
  expect(text).toMatch(/^trust:\n {2}strategy: weighted/);
  const draft = await draftTrust(web, text.replace("weighted", "milestone"));
  expect(draft.ok && draft.value.text).toContain("strategy: milestone");
});

test("the list says where each stands and what is missing; of what was not looked at since, nothing is made up", async () => {
  const { items } = await listTrust(web);
  const row = items.find(({ agent }) => agent === steady.name);
  if (!row) throw new Error("not listed");
  expect(row).toMatchObject({
    strategy: "weighted",
    declared: "elevated",
    tracks: [{ category: "all", level: "sandboxed" }],
  });
  expect(actsIn(row, "web")).toBe("sandboxed");
  const { items: one, next } = await listTrust(web, {}, 1);
  expect([one.length, next]).toEqual([1, one[0]?.agent]);
});
