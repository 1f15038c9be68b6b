import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Viewer } from "#lib/sessions/session.ts";

export interface AuthorKeyItem {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly owner: string;
  readonly own: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly state: "live" | "expired" | "revoked";
}

/** As many as one person may hold at once; the database says the same. */
export const LIVE_KEYS_MAX = 5;

/** A person's own keys; to an admin everybody's, for an admin may end any. */
export async function listAuthorKeys(
  sql: postgres.Sql,
  { personId, role }: Pick<Viewer, "personId" | "role">,
): Promise<AuthorKeyItem[]> {
  return plainRows(
    await sql<AuthorKeyItem[]>`
    select k.id, k.name, k.prefix, p.name as owner, k.person_id = ${personId} as own, k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.used_at as "lastUsedAt",
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'live' end as state
    from agents.author_keys k join agents.people p on p.id = k.person_id
    where k.person_id = ${personId} or ${role === "admin"}
    order by k.person_id <> ${personId}, p.name, k.created_at desc
    limit 200`,
  );
}
