import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** A time in which what is assigned to one person goes to another. */
export interface Absence {
  readonly id: string;
  readonly fromId: string;
  readonly from: string;
  readonly to: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export async function listAbsences(sql: postgres.Sql): Promise<Absence[]> {
  return plainRows(
    await sql<Absence[]>`
      select d.id, d.from_person as "fromId", f.name as from, t.name as to, d.starts_at as "startsAt", d.ends_at as "endsAt"
      from agents.delegations d
      join agents.people f on f.id = d.from_person
      join agents.people t on t.id = d.to_person
      where d.ended_at is null and d.ends_at > now()
      order by d.starts_at limit 200`,
  );
}

export async function beginAbsence(
  sql: postgres.Sql,
  token: string,
  toPerson: string,
  startsAt: Date,
  endsAt: Date,
): Promise<Outcome<null>> {
  await sql`select agents.fn_delegate(${token}, ${toPerson}, ${startsAt}, ${endsAt})`;
  return done(null);
}

export async function endAbsence(sql: postgres.Sql, token: string, id: string): Promise<Outcome<null>> {
  await sql`select agents.fn_end_delegation(${token}, ${id})`;
  return done(null);
}
