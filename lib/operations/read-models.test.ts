import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { listAgentEvents } from "#lib/agents/queries/list-agent-events.ts";
import { listAgentKeys } from "#lib/agents/queries/list-agent-keys.ts";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { readAgent } from "#lib/agents/queries/read-agent.ts";
import { approveInvocation } from "#lib/approvals/decide-invocation.ts";
import { NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import { countInbox } from "#lib/approvals/queries/count-inbox.ts";
import { listInbox } from "#lib/approvals/queries/list-inbox.ts";
import { readApproval } from "#lib/approvals/queries/read-approval.ts";
import { hashEntry } from "#lib/audit/hash-entry.ts";
import { listAuditActions } from "#lib/audit/queries/list-audit-actions.ts";
import { listAuditEntries } from "#lib/audit/queries/list-audit-entries.ts";
import { readAuditEntry } from "#lib/audit/queries/read-audit-entry.ts";
import { listInvocations } from "#lib/invocations/list-invocations.ts";
import { readInvocation } from "#lib/invocations/read-invocation.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { listTools } from "#lib/registry/queries/list-tools.ts";
import { readTool } from "#lib/registry/queries/read-tool.ts";
import { listOwnSessions } from "#lib/sessions/list-own-sessions.ts";
import { listPeople } from "#lib/sessions/list-people.ts";
import { readSession } from "#lib/sessions/read-session.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { signOut } from "#lib/sessions/sign-out.ts";
import { listWorkers } from "./list-workers.ts";
import { readDay } from "./read-day.ts";
import { readShellStatus } from "./read-shell-status.ts";
import { searchByName } from "./search-by-name.ts";

/** Every page's reading, done with the dashboard's own login: it has the rights it needs, and the SQL means what it says. */

let database: TestDatabase;
let web: Sql;
let owner: TestPerson;
let operator: TestPerson;
let second: TestPerson;
let agent: TestAgent;
let toolName: string;
let held: string;

const viewerOf = ({ id }: TestPerson, role: Role): Viewer => ({
  personId: id,
  name: "x",
  email: "x@example.test",
  role,
});

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  await database.admin`
    insert into agents.installation (one, kind, marked_at, salt_key) values (1, 'demo', now(), '\\x00') on conflict do nothing`;
  owner = await makePerson(database.admin, "operator");
  operator = await makePerson(database.admin, "operator");
  second = await makePerson(database.admin, "reviewer");
  agent = await makeAgent(database.admin, owner.id);
  const contract = contractOf({ safetyClass: "privileged", egressClass: "write", effect: "Push {/path}" });
  const tool = await pinTool(database.admin, contract);
  toolName = tool.name;
  const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"path":"a"}', ${tool.definitionHash}, '[]', 'Say hello') as call`;
  held = asked?.call.id ?? "";
});
afterAll(() => database.drop());

describe("the inbox", () => {
  it("shows a held call with what its digest binds, and says who may vote", async () => {
    const [item] = (await listInbox(web, viewerOf(operator, "operator"))).items;
    expect(item).toMatchObject({ id: held, tier: "dual", required: 2, voted: false, votes: null, agent: agent.name });
    const detail = await readApproval(web, viewerOf(operator, "operator"), held);
    expect(detail).toMatchObject({ status: "pending", input: '{"path":"a"}', right: { approve: true }, votes: null });
    expect(detail?.trace?.verdict).toMatchObject({ kind: "hold", people: 2 });
    expect((await readApproval(web, viewerOf(owner, "operator"), held))?.right).toMatchObject({
      approve: false,
      reject: true,
    });
  });

  it("says what a call does from its input, whatever the asking process called it", async () => {
    const [stored] = await database.admin`select effect from agents.tool_invocations where id = ${held}`;
    expect(stored?.effect, "control: the other sentence is what is stored").toBe("Say hello");
    expect((await listInbox(web, viewerOf(operator, "operator"))).items[0]?.effect).toBe("Push “a”");
    expect((await readApproval(web, viewerOf(operator, "operator"), held))?.effect).toBe("Push “a”");
    expect((await readInvocation(web, held))?.effect).toBe("Push “a”");
  });

  it("keeps the count of votes from those who have not voted", async () => {
    const detail = await readApproval(web, viewerOf(operator, "operator"), held);
    const seen = { id: held, revision: detail?.revision ?? 0, digest: detail?.digest ?? "" };
    await approveInvocation(web, operator.session, seen, "It is right.");
    expect((await listInbox(web, viewerOf(operator, "operator"))).items[0]).toMatchObject({ voted: true, votes: 1 });
    expect((await listInbox(web, viewerOf(second, "reviewer"))).items[0]).toMatchObject({ voted: false, votes: null });
    expect((await readApproval(web, viewerOf(second, "reviewer"), held))?.votes).toBeNull();
    expect((await readInvocation(web, held))?.votes).toEqual([]);
  });

  it("counts what waits, however little of it is shown", async () => {
    expect(await listInbox(web, viewerOf(operator, "operator"), NO_FILTER, null, 0)).toEqual({ items: [], next: null });
    expect(await countInbox(web, viewerOf(operator, "operator"))).toMatchObject({ pending: 1 });
  });
});

describe("pages", () => {
  it("read calls by filter and page by page, without a gap or a double", async () => {
    const { items } = await listInvocations(web, {
      status: "pending",
      tier: "dual",
      tool: toolName,
      agentId: agent.id,
    });
    expect(items.map(({ id }) => id)).toEqual([held]);
    expect((await listInvocations(web, { before: held })).items).toEqual([]);
    const asked = Date.parse(items[0]?.askedAt ?? "");
    expect((await listInvocations(web, { askedFromMs: asked - 60_000 })).items.map(({ id }) => id)).toEqual([held]);
    expect((await listInvocations(web, { askedFromMs: asked + 60_000 })).items).toEqual([]);
    expect(await readInvocation(web, "not-an-id")).toBeUndefined();
    expect(await readInvocation(web, held)).toMatchObject({
      id: held,
      runs: [],
      output: null,
      agent: { name: agent.name },
    });
  });

  it("read a call whose stored trace is none, and say so instead of breaking", async () => {
    const { admin } = database;
    const [kept] = await admin<{ trace: string }[]>`
      select trace::text as trace from agents.invocation_inputs where invocation_id = ${held}`;
    const store = (trace: string) =>
      admin.begin(async (sql) => {
        await sql`alter table agents.invocation_inputs disable trigger invocation_inputs_kept`;
        await sql`update agents.invocation_inputs set trace = ${trace}::text::jsonb where invocation_id = ${held}`;
        await sql`alter table agents.invocation_inputs enable always trigger invocation_inputs_kept`;
      });
    await store('{"version":1,"lines":[{"concluded":"whatever"}]}');
    expect((await readInvocation(web, held))?.trace).toBeNull();
    expect((await readApproval(web, viewerOf(operator, "operator"), held))?.trace).toBeNull();
    await store(kept?.trace ?? "");
    expect((await readInvocation(web, held))?.trace?.lines.length).toBeGreaterThan(0);
  });

  it("read agents, by id and by name, and their keys without a secret", async () => {
    expect((await listAgents(web))[0]).toMatchObject({ name: agent.name, pending: 1, liveKeys: 1, lessInPart: false });
    expect((await readAgent(web, agent.id))?.name).toBe(agent.name);
    expect((await readAgent(web, agent.name))?.week).toEqual({ pending: 1 });
    const [key] = await listAgentKeys(web, agent.id);
    expect(key).toMatchObject({ state: "live" });
    expect(agent.key).toContain(key?.prefix);
  });

  it("read an agent's events with the tool that each was about", async () => {
    const { items } = await listAgentEvents(web, agent.id);
    expect(items.map(({ type, tool, subject }) => ({ type, tool, subject }))).toEqual([
      { type: "tool_invocation_approval_required", tool: toolName, subject: held },
    ]);
  });

  it("read tools and their versions", async () => {
    expect((await listTools(web, { sort: "name" })).items[0]).toMatchObject({
      name: toolName,
      version: 1,
      requiresApproval: true,
    });
    const tool = await readTool(web, toolName);
    expect(tool).toMatchObject({ recentCalls: 1, versions: [{ number: 1 }] });
    expect(await readTool(web, "nothing")).toBeUndefined();
  });

  it("take what cannot be a name for nothing, without asking the database", async () => {
    await expect(web`select from agents.agents where name = ${"\0"}`, "control: it refuses").rejects.toThrow();
    for (const name of ["\0", "a\0", "%00", "", "a b", "../x", "a".repeat(65)]) {
      expect(await readTool(web, name), name).toBeUndefined();
      expect(await readAgent(web, name), name).toBeUndefined();
    }
    expect(await searchByName(web, "ab\0")).toEqual([]);
  });

  it("read the log page by page, and every entry's hash can be made again from its parts", async () => {
    const first = await listAuditEntries(web, {}, 1);
    const rest = await listAuditEntries(web, { before: first.next }, 100);
    const all = [...first.items, ...rest.items];
    expect(new Set(all.map(({ lane, seq }) => `${lane}-${seq}`)).size).toBe(all.length);
    expect(all.map(({ action }) => action)).toContain("invocation.approved");
    for (const { lane, seq } of all) {
      const entry = await readAuditEntry(web, lane, seq);
      expect(entry && hashEntry(entry)).toBe(entry?.hash);
      expect(entry?.namedAfter).toBe(entry?.hash);
      expect(entry && hashEntry({ ...entry, actor: "somebody else" })).not.toBe(entry?.hash);
    }
    expect(await listAuditActions(web)).toContain("invocation.asked");
    expect(
      (await listAuditEntries(web, { subject: `invocation:${held}`, action: "invocation.asked" })).items,
    ).toHaveLength(1);
  });

  it("read the frame, the day, the workers and what is searched for", async () => {
    expect(await readShellStatus(web)).toMatchObject({
      installation: "demo",
      pending: 1,
      workersAlive: 0,
      stopped: null,
    });
    const day = await readDay(web);
    expect(day.hours).toHaveLength(24);
    expect(day.byState).toEqual({ pending: 1 });
    expect(await listWorkers(web)).toEqual([]);
    expect(await searchByName(web, agent.name)).toMatchObject([{ kind: "agent", label: agent.name }]);
    expect(await searchByName(web, held.slice(0, 13))).toMatchObject([{ kind: "invocation", id: held }]);
    expect(await searchByName(web, "%_")).toEqual([]);
  });

  it("read people and one's own sessions, and a session that was ended is dead at once", async () => {
    expect((await listPeople(web)).map(({ id }) => id).sort()).toEqual([owner.id, operator.id, second.id].sort());
    expect(await listOwnSessions(web, second.id)).toHaveLength(1);
    expect(await readSession(web, second.session)).toMatchObject({
      ok: true,
      value: { personId: second.id, role: "reviewer" },
    });
    await signOut(web, second.session);
    expect(await readSession(web, second.session)).toMatchObject({ ok: false, code: "bad_session" });
  });
});
