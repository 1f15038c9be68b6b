import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { ask } from "#lib/gateway/ask.ts";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { countedSubjects } from "#lib/policy/rehearsal/counted-subjects.ts";
import { type ReplayedCall, replayCalls } from "#lib/policy/rehearsal/replay-calls.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { prepareRehearsal } from "./prepare-rehearsal.ts";
import { readHistory } from "./read-history.ts";
import { readConstraints } from "./read-subjects.ts";
import type { RehearsalNews } from "./rehearsal-news.ts";
import { tellRehearsal } from "./tell-rehearsal.ts";

const READ = contractOf({ name: "read_note", policy: { filesystem: { read: ["${workspace}/**"] } } });
const WRITE = contractOf({ name: "write_note", safetyClass: "write", egressClass: "write", actionType: "fs:write" });
const PING = contractOf({ name: "ping", constraints: { maxInvocations: 2 }, maxCost: 0.4 });
const OWN = contractOf({ name: "own_sum", runtime: { kind: "external" }, maxCost: 0.4 });
const AFTER = contractOf({ name: "after", constraints: { onlyAfter: ["read_note"] } });
const FETCH = contractOf({
  ...{ name: "fetch_page", safetyClass: "network", egressClass: "read_only", category: "web", actionType: "web:fetch" },
  policy: { network: { mode: "allowlist", hosts: ["*.example.com:443"] } },
});

/** What an agent asks, one after the other; `ends` lets what was released complete before the next. */
const ASKS: readonly {
  tool: string;
  input?: Record<string, unknown>;
  sessionId?: string;
  taskId?: string;
  ends?: true;
  /** Its agent runs it itself, and says that it cost nothing. */
  runs?: true;
}[] = [
  { tool: "after", sessionId: "one" },
  { tool: "read_note", input: { path: "/workspace/a.md" }, sessionId: "one", ends: true },
  { tool: "after", sessionId: "one", taskId: "t" },
  { tool: "after", sessionId: "two", taskId: "t" },
  { tool: "read_note", input: { path: "/etc/shadow" } },
  { tool: "read_note", input: { path: "/workspace/deep/b.md" }, taskId: "t" },
  { tool: "read_note", input: { path: "/workspace/c.md" }, taskId: "t" },
  { tool: "write_note", sessionId: "one" },
  { tool: "ping", sessionId: "one" },
  { tool: "ping", sessionId: "one" },
  { tool: "ping", sessionId: "one" },
  { tool: "ping" },
  { tool: "own_sum", runs: true },
  { tool: "own_sum", runs: true },
  { tool: "own_sum", runs: true },
  { tool: "fetch_page", input: { url: "https://api.example.com/" } },
  { tool: "fetch_page", input: { url: "https://www.example.com/" } },
  { tool: "fetch_page", input: { url: "https://elsewhere.test/" } },
];

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let workers: Sql;
let worker: string;
let agents: { scribe: TestAgent; twin: TestAgent; low: TestAgent; lowTwin: TestAgent };

beforeAll(async () => {
  database = await createTestDatabase();
  [web, gateway, workers] = [database.as("web"), database.as("gateway"), database.as("worker")];
  const owner = await makePerson(database.admin, "admin");
  // A rule for two people takes two who may vote.
  for (const role of ["operator", "operator"] as const) await makePerson(database.admin, role, { roleAge: "30 days" });
  agents = {
    scribe: await makeAgent(database.admin, owner.id),
    twin: await makeAgent(database.admin, owner.id),
    low: await makeAgent(database.admin, owner.id, "sandboxed"),
    lowTwin: await makeAgent(database.admin, owner.id, "sandboxed"),
  };
  for (const contract of [READ, WRITE, PING, AFTER, FETCH, OWN]) await pinTool(database.admin, contract);
  worker = await registerWorker(workers);
});
afterAll(() => database.drop());

async function askAll(agent: TestAgent): Promise<void> {
  for (const { ends, runs, input = {}, ...asked } of ASKS) {
    const answer = await ask(gateway, agent.key, { ...asked, input });
    if (ends) await finishAll();
    if (runs && answer.ok && answer.value.status === "running") await runItself(agent, answer.value.id);
  }
}

async function runItself({ key }: TestAgent, id: string): Promise<void> {
  const runner = randomUUID();
  await gateway`select agents.fn_invocation_status(${key}, ${id}, ${runner})`;
  await gateway`
    select agents.fn_report_external(${key}, ${id}, ${runner}, 1, 'completed', null, 'null', '[]', '{}', p_cost_estimate => 0)`;
}

/** Lets everything complete that was released. */
async function finishAll(): Promise<void> {
  const [row] = await workers<{ claim: { id: string; fence: number } | { setAside: string } | null }[]>`
    select agents.fn_claim_tool_invocation(${worker}, 30) as claim`;
  if (!row?.claim) return;
  if ("fence" in row.claim) {
    const { id, fence } = row.claim;
    await workers`
      select agents.fn_complete_tool_invocation(${worker}, ${id}, ${fence}, 'completed', null, 'null', '[]', '{}')`;
  }
  await finishAll();
}

/** For both twins: counts, budgets, reach, people and denials, by agent, tool and action. */
function changedFrom(inForce: PolicyDocument): PolicyDocument {
  const reason = "A test.";
  const careful = {
    rules: [
      { tool: "read_note", reason, max_invocations: 1, per: "task", read: ["${workspace}/*"] },
      { tool: "after", reason, only_after: ["read_note"], per: "task" },
      { tool: "fetch_page", reason, hosts: ["api.example.com:443"], people: 2 },
      { tool: "write_note", reason, deny: true },
    ],
    budgets: [
      { tool: "ping", cost: 1, per: "day" },
      { tool: "own_sum", cost: 1, per: "day" },
    ],
  };
  const entry = { profiles: ["careful"], narrow: { file_system: "workspace_only" } };
  const slow = { rules: [{ tool: "ping", reason, people: 1 }] };
  const slowed = { profiles: ["slow"], allow: ["fetch_page"] };
  const { scribe, twin, low, lowTwin } = agents;
  return policyDocumentSchema.parse({
    ...inForce,
    profiles: { ...inForce.profiles, careful, slow },
    agents: { [scribe.name]: entry, [twin.name]: entry, [low.name]: slowed, [lowTwin.name]: slowed },
  });
}

async function putInForce(document: PolicyDocument): Promise<void> {
  const { admin } = database;
  const [made] = await admin<{ version: number }[]>`
    insert into agents.policy_versions (version, id, document, reason, created_at)
    select max(version) + 1, gen_random_uuid(), ${JSON.stringify(document)}::text::jsonb, 'A test.', now() from agents.policy_versions
    returning version`;
  await admin`select airlock.put_in_force(${made?.version ?? 0})`;
}

async function replay(changed: PolicyDocument): Promise<ReplayedCall[]> {
  const inForce = await readPolicyInForce(web);
  const counted = countedSubjects([inForce.document, changed], await readConstraints(web));
  const side = (document: PolicyDocument) => ({ policy: compilePolicy(document), version: 1, now: Date.now() });
  const sides = { before: side(inForce.document), after: side(changed) };
  const replayed: ReplayedCall[] = [];
  for await (const page of replayCalls(await readHistory(web, 1_000, counted), sides, counted)) replayed.push(...page);
  return replayed;
}

const stancesOf = (replayed: ReplayedCall[], agent: TestAgent, of: (call: ReplayedCall) => string) =>
  replayed.filter((call) => call.agent.id === agent.id).map((call) => `${call.tool.contract.name}: ${of(call)}`);

test("what the policy in force is rehearsed to is what was recorded, and a changed one decides as it was rehearsed to", async () => {
  await askAll(agents.scribe);
  await askAll(agents.low);
  const { document } = await readPolicyInForce(web);
  const changed = changedFrom(document);
  const before = await replay(changed);
  expect(before).toHaveLength(2 * ASKS.length);
  for (const agent of [agents.scribe, agents.low]) {
    const recorded = stancesOf(before, agent, ({ call }) => call.recorded);
    expect(stancesOf(before, agent, (call) => call.before.stance)).toEqual(recorded);
    // It is a test only where calls end differently.
    expect(new Set(recorded.map((line) => line.split(": ")[1])).size).toBeGreaterThan(1);
  }

  await putInForce(changed);
  await askAll(agents.twin);
  await askAll(agents.lowTwin);
  const after = await replay(changed);
  for (const [agent, twin] of [
    [agents.scribe, agents.twin],
    [agents.low, agents.lowTwin],
  ] as const) {
    const rehearsed = stancesOf(before, agent, (call) => call.after.stance);
    expect(stancesOf(after, twin, ({ call }) => call.recorded)).toEqual(rehearsed);
    expect(stancesOf(after, twin, (call) => call.before.stance)).toEqual(rehearsed);
    expect(rehearsed).not.toEqual(stancesOf(before, agent, ({ call }) => call.recorded));
  }
});

test("what came before the calls that are rehearsed still counts, in sessions and against budgets", async () => {
  const inForce = await readPolicyInForce(web);
  const counted = countedSubjects([inForce.document], await readConstraints(web));
  const side = { policy: compilePolicy(inForce.document), version: 1, now: Date.now() };
  // Cut in the middle of what counts: pings in a session, what waits for another tool, what a day has cost.
  for (const last of [1, 5, 6, 20, 27]) {
    const history = await readHistory(web, last, counted);
    expect(history.total).toBe(last);
    for await (const page of replayCalls(history, { before: side, after: side }, counted)) {
      for (const { call, agent, before } of page) {
        const isTwin = [agents.twin.id, agents.lowTwin.id].includes(agent.id);
        if (isTwin) expect([call.id, before.stance]).toEqual([call.id, call.recorded]);
      }
    }
  }
});

test("a rehearsal is told as it goes, and one that is given up says nothing more", async () => {
  const { document } = await readPolicyInForce(web);
  const text = renderPolicy({
    ...document,
    classes: { ...document.classes, egress: { ...document.classes.egress, none: 1 } },
  });
  const prepared = await prepareRehearsal(web, { text }, 10);
  if (!prepared.ok) throw new Error(prepared.message);
  const tell = async (signal: AbortSignal) => {
    const news: RehearsalNews[] = [];
    await tellRehearsal(prepared.value, (line) => news.push(line), { signal, now: Date.now, onBug: () => {} });
    return news;
  };
  const news = await tell(new AbortController().signal);
  expect(news.map(({ kind }) => kind)).toEqual(["begun", "progress", "result"]);
  expect(news[0]).toMatchObject({ total: 10 });
  expect(news[2]).toMatchObject({ result: { calls: 10, looser: 0 } });
  expect((await tell(AbortSignal.abort())).map(({ kind }) => kind)).toEqual(["begun"]);
});

test("a text that is wrong, or a version that is not there, is refused before anything is replayed", async () => {
  expect(await prepareRehearsal(web, { text: "classes: 7" }, 10)).toMatchObject({ ok: false, code: "policy_invalid" });
  expect(await prepareRehearsal(web, { version: 999 }, 10)).toMatchObject({ ok: false, code: "not_found" });
});
