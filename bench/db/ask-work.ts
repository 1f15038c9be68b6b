import { randomUUID } from "node:crypto";
import { sendHint } from "#db/send-hint.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import type { Work } from "../drive-clients.ts";
import { askedBy, type Mix, pick } from "../scene/choose-ask.ts";
import type { Scene } from "../scene/open-scene.ts";

/** Asks for a call, has it decided and audited, and wakes who waits: the statements of `lib/gateway/ask.ts`, with their parameters. */
export function askWork(scene: Scene, mix: Mix): Work {
  return async (sql, client, turn) => {
    const { tool, canonicalInput, definitionHash, lines, effect } = pick(scene, mix, turn);
    const { caller, idempotencyKey, sessionId } = askedBy(scene, client, turn, randomUUID);
    const [asked] = await sql<{ view: AgentView }[]>`
      select agents.fn_invoke_tool(
        ${caller.key}, ${tool}, ${canonicalInput}, ${definitionHash}, ${lines}::text::jsonb, ${effect},
        ${idempotencyKey}, ${sessionId}, ${null}, ${null}, ${null}
      ) as view`;
    sendHint(sql, "airlock_events");
    if (asked?.view.status === "running") sendHint(sql, "airlock_work");
  };
}
