import type postgres from "postgres";
import { readInvocation } from "#lib/invocations/read-invocation.ts";
import { readLostRun } from "#lib/invocations/read-lost-run.ts";
import { resolveObstacle } from "#lib/invocations/resolve-obstacle.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { UnknownItem } from "./other-item.ts";

/** A call of which nobody knows whether it took effect, with what is known of the run that was lost. */
export async function readUnknownItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<UnknownItem | undefined> {
  const [invocation, lost] = await Promise.all([readInvocation(sql, id), readLostRun(sql, viewer.personId, id)]);
  if (!invocation || !lost) return undefined;
  const { effect, input, tier, tool, agent, askedAt, revision } = invocation;
  return {
    kind: "unknown",
    id: invocation.id,
    revision,
    call: { id: invocation.id, effect, input, tier, tool, agent, askedAt },
    lost,
    obstacle: resolveObstacle(viewer.role, lost.ownedByViewer),
  };
}
