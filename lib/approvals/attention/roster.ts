import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Who is called when a question waits too long: at half of its time (1), at four fifths of it (2). */
export interface RosterEntry {
  readonly personId: string;
  readonly step: 1 | 2;
}

export async function listRoster(sql: postgres.Sql): Promise<RosterEntry[]> {
  return [
    ...(await sql<RosterEntry[]>`
      select r.person_id as "personId", r.step from agents.escalation_roster r join agents.people p on p.id = r.person_id
      order by r.step, p.name`),
  ];
}

/** Puts another roster in the place of the one there is. */
export async function setRoster(
  sql: postgres.Sql,
  token: string,
  roster: readonly RosterEntry[],
  reason: string,
): Promise<Outcome<null>> {
  const entries = roster.map(({ personId, step }) => ({ person: personId, step }));
  await sql`select agents.fn_set_escalation_roster(${token}, ${sql.json(entries)}, ${reason})`;
  return done(null);
}
