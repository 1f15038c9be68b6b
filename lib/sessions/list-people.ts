import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Role } from "#lib/policy/vocabulary.ts";

export interface PersonItem {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Asked for by one admin, waiting for a second. */
  readonly proposedRole: Role | null;
  readonly proposedBy: string | null;
  readonly proposedById: string | null;
  readonly roleSince: string;
  readonly disabledAt: string | null;
  readonly lastSeenAt: string | null;
}

export async function listPeople(sql: postgres.Sql): Promise<PersonItem[]> {
  return plainRows(
    await sql<PersonItem[]>`
    select p.id, p.name, p.email, p.role, p.proposed_role as "proposedRole",
      b.name as "proposedBy", b.id as "proposedById", greatest(p.role_since, p.created_at) as "roleSince", p.disabled_at as "disabledAt",
      (select max(s.last_seen_at) from agents.sessions s where s.person_id = p.id) as "lastSeenAt"
    from agents.people p
    left join agents.people b on b.id = p.proposed_by
    order by p.disabled_at is not null, array_position(array['admin', 'reviewer', 'operator', 'viewer'], p.role), p.name`,
  );
}
