import type postgres from "postgres";
import { z } from "zod";
import { plainRows } from "#db/plain-rows.ts";
import { type WorkerState, workerStateSchema } from "#lib/dispatch/worker-state.ts";
import type { PoolState } from "#lib/sandbox/pool/pool-state.ts";
import { type SelfTestReport, selfTestReportSchema } from "#lib/sandbox/self-test/report.ts";
import { WORKER_SILENCE_SECONDS } from "./read-shell-status.ts";

/** What stands ready for one plan, with the tool in force whose code it runs. */
export interface PoolItem extends PoolState {
  readonly tool: string | null;
}

export interface WorkerItem {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly stoppedAt: string | null;
  readonly alive: boolean;
  /** The self-test of each sandbox on its machine. */
  readonly backends: readonly SelfTestReport[];
  readonly running: number;
  readonly drainingSince: string | null;
  readonly drainedBy: string | null;
  /** What it said of itself last; nothing where that cannot be read. */
  readonly state: WorkerState | null;
  /** Used last first. */
  readonly pool: readonly PoolItem[];
}

/** Workers that are alive, and the few that were last. */
export async function listWorkers(sql: postgres.Sql): Promise<WorkerItem[]> {
  const rows = plainRows(
    await sql<(Omit<WorkerItem, "backends" | "state" | "pool"> & { backends: unknown; state: unknown })[]>`
    select
      w.id, w.name, w.started_at as "startedAt", w.last_seen_at as "lastSeenAt", w.stopped_at as "stoppedAt", w.backends, w.state,
      w.draining_since as "drainingSince", p.name as "drainedBy",
      w.stopped_at is null and w.last_seen_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS}) as alive,
      (
        select count(*)::int from agents.tool_invocations i
        where i.worker_id = w.id and i.status = 'running' and i.claimed_at is not null
      ) as running
    from agents.workers w
    left join agents.people p on p.id = w.drained_by
    order by (w.stopped_at is null) desc, w.last_seen_at desc
    limit 20`,
  );
  // Written by the worker: what does not have the known shape is not shown as if it had.
  const reports = z.array(selfTestReportSchema);
  const workers = rows.map((row) => ({
    ...row,
    backends: reports.safeParse(row.backends).data ?? [],
    state: workerStateSchema.safeParse(row.state).data ?? null,
  }));
  const toolOf = await toolsByBundle(
    sql,
    workers.flatMap(({ state }) => state?.pool?.map(({ bundle }) => bundle) ?? []),
  );
  return workers.map((worker) => ({
    ...worker,
    pool: (worker.state?.pool ?? []).map((item) => ({ ...item, tool: toolOf.get(item.bundle) ?? null })).reverse(),
  }));
}

async function toolsByBundle(sql: postgres.Sql, bundles: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; bundle: string }[]>`
    select t.name, v.contract #>> '{runtime,sha256}' as bundle
    from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
    where v.contract #>> '{runtime,sha256}' = any(${[...new Set(bundles)]})`;
  return new Map(rows.map(({ name, bundle }) => [bundle, name]));
}
