import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerVersion } from "#db/register-version.ts";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { readAgent } from "#lib/agents/queries/read-agent.ts";
import { type InboxFilter, NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { countInbox } from "./count-inbox.ts";
import { listInbox } from "./list-inbox.ts";
import { readApproval } from "./read-approval.ts";

/** The list, its filters and its counts, read with the dashboard's own login. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let operator: TestPerson;
let owner: TestPerson;
let viewer: Viewer;
let scribe: TestAgent;
let scout: TestAgent;
let write: TestTool;
let pay: TestTool;
let grant: TestTool;

const viewerOf = ({ id }: TestPerson, role: Role): Viewer => ({
  personId: id,
  name: "x",
  email: "x@example.test",
  role,
});

async function ask(agent: TestAgent, tool: TestTool, input: unknown): Promise<string> {
  const [asked] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return asked?.id ?? "";
}

async function list(changes: Partial<InboxFilter> = {}, who = viewer): Promise<readonly InboxItem[]> {
  return (await listInbox(web, who, { ...NO_FILTER, ...changes })).items;
}

/** What no door does: the guards are off for the time of it. */
async function rewrite(subject: string, change: (sql: TransactionSql) => PendingQuery<Row[]>): Promise<void> {
  await database.admin.begin(async (sql) => {
    await sql`alter table agents.approvals disable trigger user`;
    await sql`update agents.approvals set ${change(sql)} where subject_id = ${subject}`;
    await sql`alter table agents.approvals enable trigger user`;
  });
}

const idsOf = (items: readonly InboxItem[]) => items.map(({ id }) => id);
const ids = async (changes: Partial<InboxFilter> = {}, who = viewer) => idsOf(await list(changes, who));

let cheap: string;
let twin: string;
let dear: string;
let grave: string;
let lost: string;
let version: string;
let run: string;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 1);
  owner = await makePerson(database.admin, "operator");
  operator = await makePerson(database.admin, "operator", { roleAge: "30 days" });
  viewer = viewerOf(operator, "operator");
  scribe = await makeAgent(database.admin, owner.id);
  scout = await makeAgent(database.admin, operator.id, "restricted");
  write = await pinTool(
    database.admin,
    contractOf({ name: "write_note", safetyClass: "write", egressClass: "write", effect: "Write {/path}" }),
  );
  pay = await pinTool(
    database.admin,
    contractOf({ name: "send_money", safetyClass: "financial", egressClass: "write" }),
  );
  grant = await pinTool(
    database.admin,
    contractOf({ name: "grant_right", safetyClass: "privileged", egressClass: "write" }),
  );
  cheap = await ask(scribe, write, { path: "notes/100%_done.md", text: 'she said "now"' });
  twin = await ask(scribe, write, { path: "notes/100%_done.md", text: 'she said "now"' });
  dear = await ask(scout, pay, { to: "ACME" });
  grave = await ask(scribe, grant, { to: "root" });
  const fetch = await pinTool(database.admin, contractOf({ name: "fetch_note", effect: "Fetch {/path}" }));
  lost = await ask(scribe, fetch, { path: "lost.md" });
  const worker = database.as("worker", 1);
  await worker`select agents.fn_claim_tool_invocation(${await registerWorker(worker)}, 3600)`;
  const { admin } = database;
  await admin`select airlock.end_invocation(${lost}, 'unknown', 'system', 'x', 'lease_lost')`;
  ({ id: version } = await registerVersion(admin, contractOf({ name: "write_note", description: "Another." }), null));
  await web`select agents.fn_ask_version_review(${owner.session}, ${version})`;
  const [asked] = await gateway<{ id: string }[]>`
    select agents.fn_ask_team_run(${scribe.key}, 'Quarter', '{"goal":"close the books"}', 2) ->> 'id' as id`;
  run = asked?.id ?? "";
});
afterAll(() => database.drop());

describe("one list for everything that waits", () => {
  it("has unknown outcomes first, then the gravest, then what ends soonest", async () => {
    const items = await list();
    expect(items.map(({ kind, id }) => [kind, id])).toEqual([
      ["unknown", lost],
      ["call", grave],
      ["tool_version", version],
      ["team_run", run],
      ["call", dear],
      ["call", cheap],
    ]);
  });

  it("has as much of each agent as the agent's own page and the list of agents say", async () => {
    const agentIds = (await list()).map(({ agentId }) => agentId);
    const listed = await listAgents(web);
    for (const { id, inbox } of [
      { id: scribe.id, inbox: 4 },
      { id: scout.id, inbox: 1 },
    ]) {
      expect(agentIds.filter((agentId) => agentId === id)).toHaveLength(inbox);
      expect(listed.find((agent) => agent.id === id)?.pending).toBe(inbox);
      expect((await readAgent(web, id))?.pending).toBe(inbox);
    }
  });

  it("says of each what it would do, from what waits and not from what was said of it", async () => {
    const sentences = Object.fromEntries((await list()).map(({ id, effect }) => [id, effect]));
    expect(sentences).toMatchObject({
      [cheap]: "Write “notes/100%_done.md”",
      [lost]: "It is not known what became of: Fetch “lost.md”",
      [version]: "Put version 2 of write_note in force, in place of 1",
      [run]: "Start the team run “Quarter”",
      [dear]: "send_money",
    });
  });

  it("carries no arguments and no word of what is a drill", async () => {
    const [item] = await list({ tool: "write_note", kind: "call" });
    expect(Object.keys(item ?? {}).sort()).toEqual(
      [
        ...[
          "accessLevel",
          "actsAt",
          "agent",
          "agentId",
          "approvalId",
          "askedAt",
          "claimedBy",
          "decided",
          "digest",
          "edited",
          "effect",
        ],
        ...[
          "escalation",
          "expiresAt",
          "firstSeen",
          "flagged",
          "folded",
          "id",
          "kind",
          "long",
          "required",
          "revision",
          "snoozedUntil",
          "tier",
        ],
        ...["tool", "toolVersion", "voted", "votes"],
      ].sort(),
    );
    expect(JSON.stringify(item)).not.toContain("she said");
  });

  it("says of which a part is only seen when it is opened", async () => {
    const ids = [await ask(scribe, write, { note: "x" }), await ask(scribe, write, { note: "x".repeat(5000) })];
    const rows = await list();
    expect(ids.map((id) => rows.find((row) => row.id === id)?.long)).toEqual([false, true]);
    await database.admin`select airlock.end_invocation(id, 'cancelled', 'system', 'test', null) from unnest(${ids}::uuid[]) id`;
  });

  it("shows a drill with its agent, like any other call", async () => {
    const reviewer = await makePerson(database.admin, "reviewer");
    const [placed] = await web<{ id: string }[]>`
      select agents.fn_place_drill(${reviewer.session}, ${scribe.id}, ${write.versionId}, '{"path":"decoy.md","text":"x"}', '[]', 'x', 'It is a decoy.') as id`;
    const drill = (await list()).find(({ id }) => id === placed?.id);
    expect(drill).toMatchObject({ agent: scribe.name, agentId: scribe.id, accessLevel: "standard" });
    await web`select agents.fn_reject_tool_invocation(${operator.session}, ${drill?.id ?? ""}, 1, ${drill?.digest ?? ""}, 'no')`;
  });

  it("names the level that the card names: what trust takes away is taken away in the list too", async () => {
    const reviewer = await makePerson(database.admin, "reviewer");
    const levels = async () => {
      const row = (await list({ tool: "write_note", kind: "call" })).find(({ id }) => id === cheap);
      const card = await readApproval(web, viewer, cheap);
      return { declared: row?.accessLevel, row: row?.actsAt, card: card?.agent.actsAt };
    };
    expect(await levels()).toEqual({ declared: "standard", row: "standard", card: "standard" });
    await web`select agents.fn_set_trust(${reviewer.session}, ${scribe.id}, 'web', 'sandboxed', 'not its tools')`;
    expect(await levels(), "trust in another category").toMatchObject({ row: "standard", card: "standard" });
    await web`select agents.fn_set_trust(${reviewer.session}, ${scribe.id}, 'file_system', 'restricted', 'not yet')`;
    expect(await levels()).toEqual({ declared: "standard", row: "restricted", card: "restricted" });
  });

  it("folds the same call of one agent into the one that was asked first, and not another agent's", async () => {
    const other = await ask(scout, write, { path: "notes/100%_done.md", text: 'she said "now"' });
    const items = await list({ tool: "write_note", kind: "call" });
    expect(items.map(({ id, folded }) => [id, folded])).toEqual([
      [cheap, 1],
      [other, 0],
    ]);
    expect(idsOf(items)).not.toContain(twin);
    expect(await ids({ show: "folded" })).toEqual([cheap]);
    await gateway`select agents.fn_cancel_tool_invocation(${scout.key}, ${other})`;
  });

  it("goes on where a page ended, without a gap or a double, also when what was last is gone", async () => {
    const whole = await ids();
    const read: string[] = [];
    let after: string | null = null;
    do {
      const page = await listInbox(web, viewer, NO_FILTER, after, 2);
      read.push(...idsOf(page.items));
      after = page.next;
    } while (after !== null);
    expect(read).toEqual(whole);
    const { next } = await listInbox(web, viewer, { ...NO_FILTER, kind: "call" }, null, 1);
    await rewrite(grave, (sql) => sql`status = 'void', decided_at = now()`);
    expect(idsOf((await listInbox(web, viewer, { ...NO_FILTER, kind: "call" }, next)).items)).toEqual([dear, cheap]);
    await rewrite(grave, (sql) => sql`status = 'pending', decided_at = null`);
    for (const wrong of ["", "4", "x_2026-01-01T00:00:00.000000Z_y", `4_never_${grave}`])
      expect(await listInbox(web, viewer, NO_FILTER, wrong)).toEqual({ items: [], next: null });
  });

  it("does not list what ended, although nobody has swept it yet", async () => {
    await rewrite(dear, (sql) => sql`expires_at = now() - interval '1 second'`);
    expect(await ids()).not.toContain(dear);
    await rewrite(dear, (sql) => sql`expires_at = now() + interval '15 minutes'`);
  });
});

describe("filters", () => {
  it("leave out what a page lists apart, and nothing else that waits", async () => {
    const rest = await list({ without: ["unknown", "tool_version"] });
    expect(idsOf(rest)).toEqual(
      idsOf((await list()).filter(({ kind }) => kind !== "unknown" && kind !== "tool_version")),
    );
    expect(await ids({ without: ["unknown"] })).toContain(version);
    expect(await ids({ without: ["tool_version"] })).toContain(lost);
  });

  it("narrow by tier, kind, tool, agent, level and time", async () => {
    expect(await ids({ tier: "high" })).toEqual([dear]);
    expect(await ids({ tier: "dual" })).toEqual([grave, version, run]);
    expect(await ids({ kind: "unknown" })).toEqual([lost]);
    expect(await ids({ kind: "tool_version" })).toEqual([version]);
    expect(await ids({ tool: "send_money" })).toEqual([dear]);
    expect(await ids({ agent: scout.name })).toEqual([dear]);
    expect(await ids({ agent: "nobody" })).toEqual([]);
    expect(await ids({ level: "restricted" })).toEqual([dear]);
    expect(await ids({ show: "second" })).toEqual([grave, version, run]);
    expect(await ids({ show: "soon" })).toEqual([]);
    expect(await ids({ ageMinutes: 5 })).toEqual([]);
    await rewrite(
      dear,
      (sql) => sql`expires_at = now() + interval '1 minute', created_at = now() - interval '6 minutes', flagged = true`,
    );
    expect(await ids({ show: "soon" })).toEqual([dear]);
    expect(await ids({ ageMinutes: 5 })).toEqual([dear]);
    expect(await ids({ show: "flagged" })).toEqual([dear]);
    await rewrite(dear, (sql) => sql`expires_at = now() + interval '15 minutes', flagged = false`);
  });

  it("find words in names, sentences and arguments, and take wildcards and quotes for what they are", async () => {
    expect(await ids({ words: "SEND_mon" })).toEqual([dear]);
    expect(await ids({ words: "acme" })).toEqual([dear]);
    expect(await ids({ words: `${scribe.name} books` })).toEqual([run]);
    expect(await ids({ words: "100%_done" })).toEqual([cheap]);
    expect(await ids({ words: "100%done" })).toEqual([]);
    expect(await ids({ words: '"now"' })).toEqual([cheap]);
    expect(await ids({ words: "\\" }), "control: the text has escapes").toEqual([]);
    expect(await ids({ words: lost })).toEqual([lost]);
    expect(await ids({ words: "%" })).toEqual([cheap]);
  });

  it("leave out what a person may not answer, or has answered", async () => {
    const mine = await ids({ myVote: true });
    expect(mine, "an operator who owns the scout").toEqual([lost, grave, run, cheap]);
    await database.admin`update agents.safety_classes set voters = '{reviewer}'`;
    expect(await ids({ myVote: true }), "where the policy has reviewers vote").toEqual([lost, run]);
    await database.admin`update agents.safety_classes set voters = '{operator,reviewer}'`;
    expect(await ids({ myVote: true }, viewerOf(owner, "operator")), "who owns the scribe").toEqual([dear]);
    expect(await ids({ myVote: true }, viewerOf(operator, "viewer"))).toEqual([]);
  });
});

describe("tabs", () => {
  const subject = (id: string) => [{ subject_kind: "invocation", subject_id: id, person_id: operator.id }];

  it("hide what is snoozed from who snoozed it and nobody else, until it ends", async () => {
    await database.admin`insert into agents.approval_snoozes ${database.admin(subject(dear).map((row) => ({ ...row, until: new Date(Date.now() + 60_000) })))}`;
    expect(await ids()).not.toContain(dear);
    expect(await list({ tab: "snoozed" })).toMatchObject([{ id: dear, snoozedUntil: expect.any(String) }]);
    expect(await ids({}, viewerOf(owner, "operator"))).toContain(dear);
    expect(await countInbox(web, viewer)).toMatchObject({ snoozed: 1, pending: 5, tiers: { high: 0 } });
    await database.admin`update agents.approval_snoozes set until = now()`;
    expect(await ids()).toContain(dear);
  });

  it("have what is assigned to me, and what is lent to me by somebody who is away", async () => {
    await database.admin`insert into agents.approval_assignments ${database.admin(subject(grave).map((row) => ({ ...row, person_id: owner.id, assigned_by: owner.id, at: new Date() })))}`;
    expect(await ids({ tab: "mine" })).toEqual([]);
    expect(await ids({ tab: "mine" }, viewerOf(owner, "operator"))).toEqual([grave]);
    expect((await list({ tool: "grant_right" }))[0]?.claimedBy).toEqual(expect.any(String));
    expect(await ids({ holder: "nobody" })).not.toContain(grave);
    await database.admin`
      insert into agents.delegations (id, from_person, to_person, starts_at, ends_at, created_at)
      values (gen_random_uuid(), ${owner.id}, ${operator.id}, now() - interval '1 minute', now() + interval '1 hour', now())`;
    expect(await ids({ tab: "mine" })).toEqual([grave]);
    expect(await ids({ holder: "me" })).toEqual([grave]);
    expect((await countInbox(web, viewer)).mine).toBe(1);
  });

  it("have what I voted on and waits for another, with the count that others do not see", async () => {
    const [item] = await list({ tool: "grant_right" });
    await web`select agents.fn_approve_tool_invocation(${operator.session}, ${grave}, 1, ${item?.digest ?? ""}, 'Yes.')`;
    expect(await list({ tab: "second" })).toMatchObject([{ id: grave, voted: true, votes: 1 }]);
    expect(await list({ tool: "grant_right" }, viewerOf(owner, "operator"))).toMatchObject([{ votes: null }]);
    expect((await countInbox(web, viewer)).voted).toBe(1);
    expect(await ids({ myVote: true })).not.toContain(grave);
  });

  it("have what was decided lately with how and by whom, the newest first", async () => {
    const [item] = await list({ tool: "send_money" });
    await web`select agents.fn_reject_tool_invocation(${owner.session}, ${dear}, 1, ${item?.digest ?? ""}, 'No.')`;
    const past = await list({ tab: "history" });
    expect(past[0]).toMatchObject({ id: dear, decided: { outcome: "rejected", by: [expect.any(String)] }, folded: 0 });
    expect(await ids({ tab: "history", words: "send" })).toEqual([dear]);
    const first = await listInbox(web, viewer, { ...NO_FILTER, tab: "history" }, null, 1);
    const rest = await listInbox(web, viewer, { ...NO_FILTER, tab: "history" }, first.next);
    expect([...idsOf(first.items), ...idsOf(rest.items)]).toEqual(idsOf(past));
  });
});

describe("counts", () => {
  it("are the numbers of rows that each tile shows", async () => {
    const counts = await countInbox(web, viewer);
    const length = async (changes: Partial<InboxFilter>) => (await list(changes)).length;
    expect(counts.pending).toBe(await length({}));
    for (const tier of ["low", "medium", "high", "dual"] as const)
      expect(counts.tiers[tier], tier).toBe(await length({ tier }));
    for (const show of ["soon", "second", "flagged", "folded"] as const)
      expect(counts[show], show).toBe(await length({ show }));
    expect(counts).toMatchObject({ unknown: 1, duplicates: 1, oldestAt: expect.any(String), flood: [] });
    expect(await countInbox(web, viewer, scout.name)).toMatchObject({ pending: 0, oldestAt: null, unknown: 0 });
    expect(await countInbox(web, viewer, scribe.name)).toMatchObject({ pending: 4 });
  });

  it("say whom the cap on open cards refused, and how often", async () => {
    await database.admin`update agents.settings set least = 1, value = 1 where name = 'agent_open_cards'`;
    for (let n = 0; n < 3; n += 1) await ask(scribe, write, { path: `flood-${n}` });
    expect((await countInbox(web, viewer)).flood).toEqual([{ agent: scribe.name, refused: 3 }]);
    expect((await countInbox(web, viewer, scout.name)).flood).toEqual([]);
  });
});
