import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { ARGUMENTS_LOOKED_AT, searchInvocations } from "./search-invocations.ts";

let database: TestDatabase;
let web: Sql;
let agent: TestAgent;
/** In the order in which they were asked for. */
const asked: string[] = [];

const PATHS = [
  "orders/8812",
  'a "quoted" word',
  "100% of_it",
  `${"far away ".repeat(ARGUMENTS_LOOKED_AT / 9)} needle`,
  "orders/9001",
];

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  const owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(
    database.admin,
    contractOf({ safetyClass: "privileged", egressClass: "write", effect: "Push {/path}" }),
  );
  for (const path of PATHS) {
    const [row] = await database.as("gateway")<{ call: { id: string } }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ path })}, ${tool.definitionHash}, '[]', 'Push it') as call`;
    asked.push(row?.call.id ?? "");
  }
});
afterAll(() => database.drop());

const found = async (question: string, limits = {}) =>
  (await searchInvocations(web, {}, question, limits)).items.map(({ id }) => asked.indexOf(id));

describe("searching calls", () => {
  it("finds those that mention every word, wherever it stands, the newest first", async () => {
    expect(await found("orders")).toEqual([4, 0]);
    expect(await found("ORDERS 8812")).toEqual([0]);
    expect(await found(`push ${agent.name}`)).toEqual([4, 3, 2, 1, 0]);
    expect(await found(asked[2]?.toUpperCase() ?? "")).toEqual([2]);
    expect(await found("orders nobody")).toEqual([]);
  });

  it("takes what is typed for text: quotes as they are in JSON, and no sign of a pattern", async () => {
    expect(await found('"quoted"')).toEqual([1]);
    expect(await found("0%")).toEqual([2]);
    expect(await found("f_i")).toEqual([2]);
    expect(await found("%")).toEqual([2]);
    expect(await found("\\"), "the sign that JSON puts before a quote is not the agent's").toEqual([]);
  });

  it("keeps to the filter", async () => {
    expect((await searchInvocations(web, { status: "completed" }, "orders")).items).toEqual([]);
    expect((await searchInvocations(web, { before: asked[4] ?? "" }, "orders")).items).toHaveLength(1);
  });

  it("looks at the beginning of long arguments only", async () => {
    expect(await found("away")).toEqual([3]);
    expect(await found("needle")).toEqual([]);
  });

  it("stops after so many calls, says how far it looked, and goes on from there without a gap or a double", async () => {
    const first = await searchInvocations(web, {}, "8812", { most: 2 });
    expect(first.items).toEqual([]);
    expect(first.next).toBe(asked[3]);
    expect(Date.parse(first.lookedBackTo ?? "")).toBeGreaterThan(0);
    const second = await searchInvocations(web, { before: first.next ?? "" }, "8812", { most: 2 });
    expect([second.items, second.next]).toEqual([[], asked[1]]);
    const last = await searchInvocations(web, { before: second.next ?? "" }, "8812", { most: 2 });
    expect(last.items.map(({ id }) => id)).toEqual([asked[0]]);
    expect([last.next, last.lookedBackTo]).toEqual([undefined, undefined]);
  });

  it("goes on behind the last one found of a full page", async () => {
    const first = await searchInvocations(web, {}, "orders", { page: 1 });
    expect(first.items.map(({ id }) => id)).toEqual([asked[4]]);
    expect([first.next, first.lookedBackTo]).toEqual([asked[4], undefined]);
    const second = await searchInvocations(web, { before: asked[4] ?? "" }, "orders", { page: 1 });
    expect(second.items.map(({ id }) => id)).toEqual([asked[0]]);
  });
});
