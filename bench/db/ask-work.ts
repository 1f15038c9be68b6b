import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { decideCall } from "#lib/gateway/decide-call.ts";
import type { Work } from "../drive-clients.ts";
import { askedBy, type Mix, pick } from "../scene/choose-ask.ts";
import type { Scene } from "../scene/open-scene.ts";

/** Has a call decided, written and audited, and wakes who waits, as the gateway does once it has checked it: by the gateway's own function. */
export function askWork(scene: Scene, mix: Mix): Work {
  return async (sql, client, turn) => {
    const { caller, idempotencyKey, sessionId } = askedBy(scene, client, turn, randomUUID);
    const asked = { ...pick(scene, mix, turn), key: caller.key, sessionId };
    const decided = await decideCall(sql, idempotencyKey === null ? asked : { ...asked, idempotencyKey });
    if (!decided.ok) throw new Error(`An ask was refused: ${decided.message}`);
  };
}

/** Ends what waits for people, as if nobody had come: in use a cap keeps it short (make-scene.ts lifts it), and every held ask counts it. */
export async function expireHeld(admin: Sql): Promise<void> {
  await admin`
    with late as (
      update agents.tool_invocations
      set status = 'expired', approval_status = 'expired', expiry_kind = 'approval', completed_at = now()
      where status = 'pending' returning id)
    update agents.approvals a set status = 'expired', decided_at = now()
    from late where a.subject_kind = 'invocation' and a.subject_id = late.id and a.status = 'pending'`;
}
