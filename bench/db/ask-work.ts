import { randomUUID } from "node:crypto";
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
