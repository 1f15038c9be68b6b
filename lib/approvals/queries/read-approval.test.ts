import { afterAll, beforeAll, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { AgentPolicy } from "#lib/policy/document/policy-document.ts";
import { readApproval } from "./read-approval.ts";

/** What a page says about a vote beforehand, read with the dashboard's own login. */

let database: TestDatabase;
let operator: TestPerson;
let reviewer: TestPerson;
let agent: TestAgent;
let agentId: string;
let toolId: string;
let held: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.admin`
    insert into agents.installation (one, kind, marked_at, salt_key) values (1, 'demo', now(), '\\x00') on conflict do nothing`;
  const owner = await makePerson(database.admin, "operator");
  operator = await makePerson(database.admin, "operator");
  reviewer = await makePerson(database.admin, "reviewer", { roleAge: "3 days" });
  agent = await makeAgent(database.admin, owner.id);
  agentId = agent.id;
  const tool = await pinTool(
    database.admin,
    contractOf({
      ...{ safetyClass: "privileged", egressClass: "write" },
      policy: { network: { mode: "allowlist", hosts: ["a.example:443"] } },
    }),
  );
  const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"path":"a"}', ${tool.definitionHash}, '[]', 'x') as call`;
  held = asked?.call.id ?? "";
  const [row] = await database.admin<{ toolId: string }[]>`
    select tool_id as "toolId" from agents.tool_invocations where id = ${held}`;
  toolId = row?.toolId ?? "";
});
afterAll(() => database.drop());

function read() {
  const viewer = { personId: operator.id, name: "x", email: "x@example.test", role: "operator" as const };
  return readApproval(database.as("web"), viewer, held);
}

const right = async () => (await read())?.right;

const onlyNo = (words: string) => ({ approve: false, reject: true, sentence: expect.stringContaining(words) });

it("says that a frozen agent's call cannot be approved, as long as it is frozen", async () => {
  expect(await right(), "control: nothing stands in the way").toMatchObject({ approve: true });
  await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'test' where id = ${agentId}`;
  expect(await right()).toEqual(onlyNo("frozen"));
  await database.admin`update agents.agents set frozen_at = null, frozen_reason = null where id = ${agentId}`;
  expect(await right()).toMatchObject({ approve: true });
});

it("says that calls are stopped only while an open switch covers this agent or tool", async () => {
  const stopFor = async (scope: string, target: string | null) => {
    await database.admin`
      insert into agents.kill_switches (id, scope, target_id, reason, thrown_by, thrown_at)
      values (gen_random_uuid(), ${scope}, ${target}, 'test', ${operator.id}, now())`;
    const during = await right();
    await database.admin`
      update agents.kill_switches set released_by = ${operator.id}, released_at = now(), release_reason = 'test'
      where released_at is null`;
    return during;
  };
  for (const [scope, target] of [["global", null] as const, ["agent", agentId] as const, ["tool", toolId] as const])
    expect(await stopFor(scope, target), scope).toEqual(onlyNo("kill switch"));
  expect(await stopFor("agent", operator.id), "another agent's switch").toMatchObject({ approve: true });
  expect(await right()).toMatchObject({ approve: true });
});

it("says from when the votes count of a person whom one admin raised alone", async () => {
  await database.admin`update agents.people set counts_from = now() + interval '1 day' where id = ${operator.id}`;
  expect(await right()).toEqual(onlyNo("your votes count from"));
  await database.admin`update agents.people set counts_from = now() where id = ${operator.id}`;
  expect(await right()).toMatchObject({ approve: true });
});

it("says from when a new role counts where two people are needed", async () => {
  const [row] = await database.admin<
    { since: Date }[]
  >`select role_since as since from agents.people where id = ${operator.id}`;
  await database.admin`update agents.people set role_since = now() - interval '1 hour' where id = ${operator.id}`;
  expect(await right()).toEqual(onlyNo("for two people it counts from"));
  await database.admin`update agents.people set role_since = ${row?.since ?? null} where id = ${operator.id}`;
  expect(await right()).toMatchObject({ approve: true });
});

it("says whom the policy has vote on calls of this class, and names nobody else", async () => {
  const { safety, egress } = POLICY_AS_SHIPPED.classes;
  const second = await makePerson(database.admin, "operator", { roleAge: "3 days" });
  const namesOf = async () =>
    (
      await database.admin<{ id: string }[]>`
      select id from agents.people where name = any(${[...((await read())?.voters.names ?? [])]})`
    ).map(({ id }) => id);
  expect(await namesOf()).toContain(second.id);
  const other = await makePerson(database.admin, "reviewer", { roleAge: "3 days" });
  const privileged = { ...safety.privileged, voters: ["reviewer" as const] };
  await putPolicy(database.admin, { classes: { egress, safety: { ...safety, privileged } } });
  expect(await right()).toEqual(onlyNo("decided by the role reviewer"));
  expect((await namesOf()).toSorted()).toEqual([reviewer.id, other.id].toSorted());
  await putPolicy(database.admin);
  expect(await right()).toMatchObject({ approve: true });
});

it("shows the sandbox that the policy of now would give: by trust, by the agent's entry and by its profiles", async () => {
  const limit = async () => {
    const plan = (await read())?.plan;
    if (plan?.kind !== "sandbox") throw new Error("no plan");
    return { network: plan.network.mode, wall: plan.limits.find(({ name }) => name === "wallSeconds")?.value };
  };
  const before = await limit();
  expect(before.network).toBe("allowlist");
  const rules = [{ action: "fs:read", reason: "short", limits: { wallSeconds: 3 } }];
  const profile = { description: "", rules, human_approval: [], approval_minutes: {}, budgets: [] };
  const entry = { profiles: ["short"], allow: [], deny: [], enforce_tool_policies: true };
  const put = (more: Partial<AgentPolicy>) =>
    putPolicy(database.admin, { profiles: { short: profile }, agents: { [agent.name]: { ...entry, ...more } } });
  await put({});
  expect(await limit()).toEqual({ ...before, wall: 3 });
  await put({ narrow: { network: "none" } });
  expect(await limit()).toEqual({ network: "none", wall: 3 });
  await putPolicy(database.admin);
  expect(await limit()).toEqual(before);
  await database.as("web")`select agents.fn_set_trust(${reviewer.session}, ${agentId}, 'all', 'sandboxed', 'not yet')`;
  expect(await limit()).toEqual({ ...before, network: "none" });
  expect((await read())?.agent).toMatchObject({ accessLevel: "standard", actsAt: "sandboxed" });
});
