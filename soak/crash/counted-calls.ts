import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import type { CountedCall } from "./judge-calls.ts";
import type { Killed } from "./worker-fleet.ts";

interface CallRow {
  readonly ticket: string;
  readonly idempotent: boolean;
  readonly status: string;
  readonly fence: number;
  readonly claimedAt: Date | null;
  readonly lostAt: Date | null;
  readonly workerName: string | null;
}

/** What the database says of every call, beside what the counter says. */
export async function readCountedCalls(
  admin: Sql,
  workspace: string,
  killed: readonly Killed[],
): Promise<CountedCall[]> {
  const rows = await admin<CallRow[]>`
    select i.request_id as ticket, (v.contract ->> 'idempotent')::boolean as idempotent, i.status, i.fence,
      r.claimed_at as "claimedAt", case when r.error ->> 'code' = 'lease_lost' then r.ended_at end as "lostAt",
      w.name as "workerName"
    from agents.tool_invocations i
    join agents.tool_versions v on v.id = i.tool_version_id
    left join agents.invocation_runs r on r.invocation_id = i.id and r.fence = i.fence
    left join agents.workers w on w.id = r.worker_id
    order by i.id`;
  const marks = readMarks(workspace);
  return rows.map(({ ticket, idempotent, status, fence, claimedAt, lostAt, workerName }) => ({
    ticket,
    idempotent,
    status,
    fence,
    effectsAt: marks.filter((mark) => mark.kind === "effect" && mark.ticket === ticket).map(({ at }) => at),
    repeats: marks.filter((mark) => mark.kind === "repeat" && mark.ticket === ticket).length,
    lostAt: lostAt?.getTime() ?? null,
    killedAt:
      killed.find(({ pid, at }) => workerName?.endsWith(`:${pid}`) && at >= (claimedAt?.getTime() ?? 0))?.at ?? null,
  }));
}

/** Whether the counter has counted this call already. */
export function hasEffect(workspace: string, ticket: string): boolean {
  return existsSync(workspace) && readdirSync(workspace).some((name) => name.startsWith(`effect.${ticket}.`));
}

interface Mark {
  readonly kind: string;
  readonly ticket: string;
  readonly at: number;
}

function readMarks(workspace: string): Mark[] {
  return readdirSync(workspace).map((name) => {
    const [kind = "", ticket = ""] = name.split(".");
    return { kind, ticket, at: statSync(join(workspace, name)).mtimeMs };
  });
}
