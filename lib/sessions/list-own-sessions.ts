import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface OwnSession {
  readonly id: string;
  readonly client: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** A person's live sessions. */
export async function listOwnSessions(sql: postgres.Sql, personId: string): Promise<OwnSession[]> {
  return plainRows(
    await sql<OwnSession[]>`
    select id, client, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from agents.sessions
    where person_id = ${personId} and expires_at > now() and last_seen_at > now() - interval '30 minutes'
    order by last_seen_at desc`,
  );
}
