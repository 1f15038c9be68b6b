import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { strictest } from "#lib/policy/decision/strictest.ts";
import type { TraceLine, Verdict } from "#lib/policy/decision-trace.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import { judgeRunnable, readTrialTerms, type TrialTerms } from "#lib/registry/trial/read-trial-terms.ts";
import { leastIdOf } from "./count-calls.ts";
import type { ToolDetail } from "./read-tool.ts";
import { RECENT_DAYS } from "./recent-days.ts";

/** An agent as a caller of one tool: what would become of a call of its, by which rule, and what it has done with the tool. */
export interface ToolCaller {
  readonly agentId: string;
  readonly agent: string;
  readonly accessLevel: AccessLevel;
  /** At which level it acts with tools of this category: trust takes away, and never gives. */
  readonly actsAt: AccessLevel;
  readonly profile: string | null;
  readonly verdict: Verdict;
  /** The line that decided. */
  readonly because: TraceLine | null;
  /** Among the newest calls of the last 30 days. */
  readonly recentCalls: number;
  readonly lastCallAt: string | null;
}

type CallerRow = Omit<ToolCaller, "actsAt" | "verdict" | "because">;

export const CALLERS_A_PAGE = 100;

/** So many of a tool's newest calls are counted; more would make the page of a busy tool slower every day. */
export const CALLS_LOOKED_AT = 20_000;

/** Every agent, by name, with the answer that the database and the check stage would give it before seeing any input. */
export async function listCallers(
  sql: postgres.Sql,
  token: string,
  tool: CalledTool,
  after?: string,
  nowMs: number = Date.now(),
): Promise<{ items: ToolCaller[]; next: string | undefined }> {
  const rows = plainRows(
    await sql<CallerRow[]>`
    with page as materialized (
      select g.* from agents.agents g ${after ? sql`where g.name > ${after}` : sql``} order by g.name limit ${CALLERS_A_PAGE + 1}
    ), calls as (
      select i.agent_id, count(*)::int as calls, max(i.asked_at) as last
      from (
        select x.agent_id, x.asked_at from agents.tool_invocations x
        where x.tool_id = ${tool.id} and x.id >= ${leastIdOf(nowMs - RECENT_DAYS * 86_400_000)}
        order by x.id desc limit ${CALLS_LOOKED_AT}
      ) i
      group by i.agent_id
    )
    select g.id as "agentId", g.name as agent, g.access_level as "accessLevel", (
      select string_agg(f.name, ', ' order by f.name) from agents.profiles f where f.id = any (g.profile_ids)) as profile,
      coalesce(c.calls, 0) as "recentCalls", c.last as "lastCallAt"
    from page g
    left join calls c on c.agent_id = g.id
    order by g.name`,
  );
  const shown = rows.slice(0, CALLERS_A_PAGE);
  const terms = await readTrialTerms(
    sql,
    token,
    tool.id,
    shown.map(({ agentId }) => agentId),
  );
  const byAgent = new Map(terms.map((own) => [own.agentId, own]));
  const items = shown.flatMap((row) => {
    const own = byAgent.get(row.agentId);
    return own ? [{ ...row, actsAt: own.actsAt, ...answerTo(own, tool) }] : [];
  });
  return { items, next: rows.length > CALLERS_A_PAGE ? shown.at(-1)?.agent : undefined };
}

type CalledTool = Pick<ToolDetail, "id" | "name">;

function answerTo(own: TrialTerms, tool: CalledTool) {
  const lines = [...judgeRunnable(tool.name, own), ...own.lines];
  const verdict = strictest(lines);
  const because =
    lines.find(
      ({ concluded, people = 1 }) =>
        concluded === verdict.kind && (verdict.kind !== "hold" || people === verdict.people),
    ) ?? null;
  return { verdict, because };
}
