import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface PasskeyItem {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

/** With what one person can prove that they are there. */
export interface ProofsOfPerson {
  readonly personId: string;
  readonly name: string;
  readonly passkeys: readonly PasskeyItem[];
  /** Since when an authenticator app counts. */
  readonly authenticatorSince: string | null;
}

interface PasskeyRow extends PasskeyItem {
  readonly personId: string;
}

/** Everybody's who can sign in, or with an id one person's. */
export async function listProofs(sql: postgres.Sql, personId: string | null): Promise<ProofsOfPerson[]> {
  const people = plainRows(
    await sql<{ personId: string; name: string; authenticatorSince: string | null }[]>`
      select p.id as "personId", p.name, t.confirmed_at as "authenticatorSince"
      from agents.people p left join agents.person_totp t on t.person_id = p.id
      where p.disabled_at is null and (${personId}::uuid is null or p.id = ${personId}) order by p.name`,
  );
  const passkeys = plainRows(
    await sql<PasskeyRow[]>`
      select k.id, k.person_id as "personId", k.name, k.created_at as "createdAt", k.used_at as "usedAt"
      from agents.passkeys k
      where k.revoked_at is null and (${personId}::uuid is null or k.person_id = ${personId}) order by k.created_at`,
  );
  return people.map((person) => ({
    ...person,
    passkeys: passkeys
      .filter((passkey) => passkey.personId === person.personId)
      .map(({ personId: _, ...passkey }) => passkey),
  }));
}
