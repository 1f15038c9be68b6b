import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import type { Work } from "../drive-clients.ts";
import { askedBy, type Mix, pick } from "../scene/choose-ask.ts";
import type { Scene } from "../scene/open-scene.ts";

/**
 * The baseline of asking: what a call costs when it is only written down.
 *
 * Fair, because it is the fastest form of that which still is that: one prepared insert of one row, its own transaction,
 * into a table with a primary key and nothing else, with the same ids, key and input text, over as many connections of
 * the same driver to the same durable server.
 */
export const BARE_INSERT = "bench/baselines/bare-insert.ts";

export async function makeBareTable(admin: Sql): Promise<void> {
  await admin`
    create table bare_calls (
      id uuid primary key default uuidv7(), agent_id uuid not null, tool text not null, input text not null,
      idempotency_key text, session_id text, asked_at timestamptz not null default now()
    )`;
}

export function bareInsert(scene: Scene, mix: Mix): Work {
  return (sql, client, turn) => {
    const ask = pick(scene, mix, turn);
    const { caller, idempotencyKey, sessionId } = askedBy(scene, client, turn, randomUUID);
    return sql`
      insert into bare_calls (agent_id, tool, input, idempotency_key, session_id)
      values (${caller.id}, ${ask.tool}, ${ask.input}, ${idempotencyKey}, ${sessionId})`;
  };
}
