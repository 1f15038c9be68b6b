import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** What a question of the inbox is about, as the database names it. A lost call is an `invocation` too. */
export const SUBJECT_KINDS = [
  "invocation",
  "tool_version",
  "policy_version",
  "trust_change",
  "team_run",
  "action",
] as const;
export interface Subject {
  readonly kind: (typeof SUBJECT_KINDS)[number];
  readonly id: string;
}

/** Says something about a question to the others who decide. */
export async function comment(
  sql: postgres.Sql,
  token: string,
  { kind, id }: Subject,
  body: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_comment(${token}, ${kind}, ${id}, ${body})`;
  return done(null);
}

/** Gives a question to a person, oneself included, or back to everybody. Says who has it now: a stand-in, if they are away. */
export async function assign(
  sql: postgres.Sql,
  token: string,
  { kind, id }: Subject,
  personId: string | null,
): Promise<Outcome<{ personId: string | null }>> {
  const [row] = await sql<{ taker: string | null }[]>`
    select agents.fn_assign(${token}, ${kind}, ${id}, ${personId}) as taker`;
  return done({ personId: row?.taker ?? null });
}

/** Puts a question out of one's own sight for some minutes, or back into it. */
export async function snooze(
  sql: postgres.Sql,
  token: string,
  { kind, id }: Subject,
  minutes: number | null,
): Promise<Outcome<null>> {
  await sql`
    select agents.fn_snooze(${token}, ${kind}, ${id}, now() + make_interval(mins => ${minutes}))`;
  return done(null);
}

/** More time, for everybody. */
export async function extend(
  sql: postgres.Sql,
  token: string,
  { kind, id }: Subject,
): Promise<Outcome<{ expiresAt: string }>> {
  const [row] = await sql<{ until: Date }[]>`select agents.fn_extend_approval(${token}, ${kind}, ${id}) as until`;
  if (!row) throw new Error("The database gave no answer to an extension.");
  return done({ expiresAt: row.until.toISOString() });
}

/** Calls the next people on the roster. */
export async function escalate(
  sql: postgres.Sql,
  token: string,
  { kind, id }: Subject,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_escalate(${token}, ${kind}, ${id}, ${reason})`;
  return done(null);
}
