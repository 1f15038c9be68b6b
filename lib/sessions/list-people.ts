import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { Role } from "#lib/policy/vocabulary.ts";

export interface PersonItem {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly roleSince: string;
  readonly disabledAt: string | null;
  readonly lastSeenAt: string | null;
}

export async function listPeople(sql: postgres.Sql): Promise<PersonItem[]> {
  return plainRows(
    await sql<PersonItem[]>`
    select p.id, p.name, p.email, p.role, p.role_since as "roleSince", p.disabled_at as "disabledAt",
      (select max(s.last_seen_at) from agents.sessions s where s.person_id = p.id) as "lastSeenAt"
    from agents.people p
    order by p.disabled_at is not null, array_position(array['admin', 'reviewer', 'operator', 'viewer'], p.role), p.name`,
  );
}
