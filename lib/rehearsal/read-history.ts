import type { Sql } from "postgres";
import type { CountedSubjects } from "#lib/policy/rehearsal/counted-subjects.ts";
import type { RecordedCall, Tally } from "#lib/policy/rehearsal/recorded-call.ts";
import type { RecordedHistory } from "#lib/policy/rehearsal/replay-calls.ts";
import { readAgents, readTools } from "./read-subjects.ts";

/**
 * The last calls of an installation, read page by page with a login that can only read. Lean on purpose: of a call only
 * its narrow row, of a contract only what decides, and inputs only where the gate has to look again.
 */
export interface ReadableHistory extends RecordedHistory {
  /** How many calls there are to rehearse. */
  readonly total: number;
}

/** Few enough that a page is judged in some tens of milliseconds: others wait for the same process meanwhile. */
const CALLS_A_PAGE = 1_000;
const CALLS_A_STRETCH = 50_000;

/** Calls in the order of their ids, which is the order of their asking. Both ends are part of it. */
interface Stretch {
  readonly first: string;
  readonly last: string;
}

/** The last `count` calls up to this moment; what is asked meanwhile is not among them, and drills never are. */
export async function readHistory(sql: Sql, count: number, counted: CountedSubjects): Promise<ReadableHistory> {
  const [found] = await sql<{ total: number; first: string | null; last: string | null; start: Date | null }[]>`
    select count(*)::int as total, min(id::text) as first, max(id::text) as last, min(asked_at) as start
    from (select id, asked_at from agents.tool_invocations where not is_drill order by id desc limit ${count}) recent`;
  const stretch = found?.first && found.last ? { first: found.first, last: found.last } : undefined;
  return {
    total: found?.total ?? 0,
    calls: stretch ? readCalls(sql, stretch) : none(),
    tallies: stretch ? readTallies(sql, stretch, counted) : none(),
    spentBefore: stretch && found?.start ? readSpentBefore(sql, stretch, found.start, counted) : none(),
    agents: (ids) => readAgents(sql, ids),
    tools: (versionIds) => readTools(sql, versionIds),
    inputs: (ids) => readInputs(sql, ids),
  };
}

async function* none(): AsyncGenerator<never> {}

/** Denials that are about the moment and no part of any policy. */
const OF_THE_MOMENT = ["stopped", "refused_by_cap", "rule_refused", "hook_refused", "agent_frozen"];

function columns(sql: Sql) {
  return sql`
    i.id, i.agent_id as "agentId", i.tool_version_id as "versionId", i.session_id as "sessionId", i.task_id as "taskId",
    (extract(epoch from i.asked_at) * 1000)::float8 as "askedAt", (extract(epoch from i.completed_at) * 1000)::float8 as "endedAt",
    i.status, i.cost_estimate::float8 as cost,
    case
      when i.status = 'denied' and i.approval_status = 'not_required' then 'deny'
      when i.required_approvals >= 2 then 'hold 2'
      when i.required_approvals = 1 then 'hold 1'
      else 'run'
    end as recorded,
    coalesce(i.status = 'denied' and i.error_code = any(${OF_THE_MOMENT}), false) as "deniedForTheMoment"`;
}

function readCalls(sql: Sql, { first, last }: Stretch): AsyncGenerator<RecordedCall[]> {
  return readPages(
    (after) => sql<RecordedCall[]>`
      select ${columns(sql)} from agents.tool_invocations i
      where ${after === undefined ? sql`i.id >= ${first}` : sql`i.id > ${after}`} and i.id <= ${last} and not i.is_drill
      order by i.id limit ${CALLS_A_PAGE}`,
  );
}

/** What budgets still remember when the first call is asked: a day, the longest of their windows. */
async function* readSpentBefore(
  sql: Sql,
  { first }: Stretch,
  start: Date,
  { budgetedAgents }: CountedSubjects,
): AsyncGenerator<RecordedCall[]> {
  if (budgetedAgents.size === 0) return;
  const names = [...budgetedAgents];
  yield* readPages(
    (after) => sql<RecordedCall[]>`
      select ${columns(sql)} from agents.tool_invocations i
      where i.agent_id in (select id from agents.agents where name = any(${names}))
        and i.asked_at > ${start}::timestamptz - interval '1 day' and i.asked_at <= ${start} and i.id < ${first}
        ${after === undefined ? sql`` : sql`and i.id > ${after}`} and not i.is_drill
      order by i.id limit ${CALLS_A_PAGE}`,
  );
}

/** Each page is a statement of its own: between two of them the connection is free for what a page makes us ask. */
async function* readPages(
  read: (after: string | undefined) => Promise<RecordedCall[]>,
): AsyncGenerator<RecordedCall[]> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1)?.id)) yield page;
}

/**
 * What constraints remember when the first call is asked, of the sessions and tasks that go on. A stretch at a time, so that no
 * statement takes longer than one may, however long the record is; whoever keeps the count adds them up.
 */
async function* readTallies(sql: Sql, window: Stretch, { tools }: CountedSubjects): AsyncGenerator<Tally[]> {
  if (tools !== "all" && tools.size === 0) return;
  for (let before: string | undefined = window.first; before !== undefined; ) {
    const start: string | undefined = await startOfStretch(sql, before);
    for (const per of ["session", "task"] as const) {
      const group = sql.unsafe(per === "session" ? "session_id" : "task_id");
      yield await sql<Tally[]>`
        select i.agent_id as "agentId", ${per} as per, i.${group} as "group", t.name as tool, t.action_type as "actionType", t.category,
          count(*) filter (where i.status not in ('denied', 'rejected'))::int as made, bool_or(i.status = 'completed') as completed
        from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
        where i.id < ${before} ${start === undefined ? sql`` : sql`and i.id >= ${start}`} and not i.is_drill
          ${tools === "all" ? sql`` : sql`and t.name = any(${[...tools]})`}
          and (i.${group} is null or (i.agent_id, i.${group}) in (
            select w.agent_id, w.${group} from agents.tool_invocations w where w.id >= ${window.first} and w.id <= ${window.last}))
        group by i.agent_id, i.${group}, t.name, t.action_type, t.category`;
    }
    before = start;
  }
}

async function startOfStretch(sql: Sql, before: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from agents.tool_invocations where id < ${before} order by id desc offset ${CALLS_A_STRETCH - 1} limit 1`;
  return row?.id;
}

/** What the agent itself sent: later revisions are people's, and were decided by them. */
async function readInputs(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; input: string }[]>`
    select invocation_id as id, input from agents.invocation_inputs where revision = 1 and invocation_id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, input }) => [id, input]));
}
