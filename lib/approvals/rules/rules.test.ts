import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { findSharing } from "#lib/approvals/pivot/find-sharing.ts";
import { pivotInjection } from "#lib/approvals/pivot/pivot-injection.ts";
import { explainRules } from "./explain-rules.ts";
import { decideAndRule, makeRule } from "./make-rule.ts";
import { previewRule } from "./preview-rule.ts";
import { listRules } from "./queries/list-rules.ts";
import { revokeRule } from "./revoke-rule.ts";

/** The way of a rule through the functions that the pages call, as the login that serves them. */
let database: TestDatabase;
let ana: TestPerson;
let ask: (path: string) => Promise<{ id: string; revision: number; digest: string }>;
let toolName: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ana = await makePerson(database.admin, "operator");
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  const tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  toolName = tool.name;
  const gateway = database.as("gateway");
  ask = async (path) => {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ path })}, ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
    const [call] = await database.admin<{ id: string; revision: number; digest: string }[]>`
      select id, revision, binding_digest as digest from agents.tool_invocations where id = ${row?.id ?? ""}`;
    return call ?? expect.fail("no call");
  };
});
afterAll(async () => {
  await database.drop();
});

const terms = {
  effect: "approve",
  everyAgent: false,
  pattern: { arguments: { path: { prefix: "/out/" } } },
  maxUses: 5,
  hours: 1,
  reason: "Reports only.",
} as const;

test("a rule is previewed, made with the vote, listed, found by its words, explained and revoked", async () => {
  const web = database.as("web");
  const first = await ask("/out/a.md");
  expect(await previewRule(web, ana.session, first.id, terms)).toMatchObject({
    ok: true,
    value: { matched: 0, differs: null },
  });
  const made = await decideAndRule(web, ana.session, first, terms);
  expect(made).toMatchObject({ ok: true, value: { status: "running" } });
  const inForce = { ended: false } as const;
  const { items } = await listRules(web, inForce);
  expect(items).toMatchObject([
    {
      effect: "approve",
      state: "in force",
      tool: toolName,
      uses: 0,
      maxUses: 5,
      madeFrom: first.id,
      reason: "Reports only.",
    },
  ]);
  const [rule] = items;
  if (!rule) throw new Error("no rule");
  for (const words of [toolName, "reports ONLY", "/out/"])
    expect((await listRules(web, { ...inForce, words })).items).toHaveLength(1);
  for (const words of ["%", "t_ol", "nobody wrote this"])
    expect((await listRules(web, { ...inForce, words })).items).toHaveLength(0);
  expect((await listRules(web, { ...inForce, effect: "deny" })).items).toHaveLength(0);
  expect(await explainRules(web, ana.session, (await ask("/etc/x")).id)).toMatchObject({
    value: [{ id: rule.id, why: "argument", argument: "path" }],
  });
  expect(await revokeRule(web, ana.session, rule.id, "Enough.")).toEqual({
    ok: true,
    value: { id: rule.id, returned: 0 },
  });
  expect((await listRules(web, inForce)).items).toHaveLength(0);
  expect((await listRules(web, { ended: true })).items).toMatchObject([{ state: "revoked", revocation: "Enough." }]);
  expect(await makeRule(web, ana.session, first, terms)).toMatchObject({
    ok: true,
    value: { rule: expect.any(String) },
  });
});

test("the pivot tells apart what was rejected and what was left, with a sentence", async () => {
  const web = database.as("web");
  const [one, two] = [await ask("send to evil.test"), await ask("also to evil.test")];
  const found = await findSharing(web, ana.session, "evil.test");
  if (!found.ok) throw new Error(found.message);
  expect(found.value).toMatchObject({ mayFreeze: false, total: 2 });
  await web`select agents.fn_reject_tool_invocation(${ana.session}, ${one.id}, 1, ${one.digest}, 'No.')`;
  const outcome = await pivotInjection(web, ana.session, {
    text: "evil.test",
    items: found.value.items,
    freeze: [],
    deny: true,
    reason: "An injection.",
    note: null,
  });
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      rejected: 1,
      drills: 0,
      left: [{ id: one.id, message: expect.stringContaining("rejected already") }],
    },
  });
  const [call] = await web`select status from agents.tool_invocations where id = ${two.id}`;
  expect(call?.status).toBe("rejected");
});
