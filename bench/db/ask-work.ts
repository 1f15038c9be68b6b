import { randomUUID } from "node:crypto";
import type { Work } from "../drive-clients.ts";
import { askedBy, type Mix, pick } from "../scene/choose-ask.ts";
import type { Scene } from "../scene/open-scene.ts";

/** Asks for a call and has it decided and audited: the statement of `lib/gateway/ask.ts`, with its parameters. */
export function askWork(scene: Scene, mix: Mix): Work {
  return (sql, client, turn) => {
    const { tool, canonicalInput, definitionHash, lines, effect } = pick(scene, mix, turn);
    const { caller, idempotencyKey, sessionId } = askedBy(scene, client, turn, randomUUID);
    return sql`
      select agents.fn_invoke_tool(
        ${caller.key}, ${tool}, ${canonicalInput}, ${definitionHash}, ${lines}::text::jsonb, ${effect},
        ${idempotencyKey}, ${sessionId}, ${null}, ${null}, ${null}
      ) as view`;
  };
}
