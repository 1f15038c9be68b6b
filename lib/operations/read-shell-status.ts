import type postgres from "postgres";

/** What the frame of every page shows; read again when the database says that something changed. */
export interface ShellStatus {
  readonly installation: "demo" | "production" | "bench";
  /** Cards in the inbox, of every kind: the same call asked again is one. */
  readonly pending: number;
  /** Versions of tools that wait for reviewers. */
  readonly reviews: number;
  /** Calls of which nobody knows whether they took effect. */
  readonly unknown: number;
  readonly workersAlive: number;
  /** Alive workers with at least one sandbox that passed its self-test. */
  readonly workersIsolating: number;
  readonly stopped: { readonly id: string; readonly by: string; readonly at: string; readonly reason: string } | null;
}

/** A worker that has not been heard of for this long is not counted on. */
export const WORKER_SILENCE_SECONDS = 30;

export async function readShellStatus(sql: postgres.Sql): Promise<ShellStatus> {
  const [status] = await sql<ShellStatus[]>`
    with alive as (
      select backends
      from agents.workers
      where stopped_at is null and last_seen_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})
    )
    select
      (select kind from agents.installation) as installation,
      (
        select count(distinct (coalesce(agent_id, id), digest))::int from agents.approvals
        where status = 'pending' and expires_at > now()
      ) + (select count(*)::int from agents.tool_invocations where status = 'unknown') as pending,
      (
        select count(*)::int from agents.approvals
        where status = 'pending' and subject_kind = 'tool_version' and expires_at > now()
      ) as reviews,
      (select count(*)::int from agents.tool_invocations where status = 'unknown') as unknown,
      (select count(*)::int from alive) as "workersAlive",
      (select count(*)::int from alive where backends @? '$[*] ? (@.offered == true)') as "workersIsolating",
      (
        select jsonb_build_object('id', k.id, 'by', p.name, 'at', k.thrown_at, 'reason', k.reason)
        from agents.kill_switches k
        join agents.people p on p.id = k.thrown_by
        where k.scope = 'global' and k.released_at is null
      ) as stopped`;
  if (!status) throw new Error("The database gave no status.");
  return status;
}
