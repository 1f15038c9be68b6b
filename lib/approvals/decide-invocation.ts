import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** What was on the screen when the person decided; taken at render, never looked up again. */
export interface Decision {
  readonly id: string;
  readonly revision: number;
  readonly digest: string;
}

export interface Decided {
  readonly id: string;
  readonly status: "pending" | "running" | "rejected";
  readonly votes?: number;
  readonly required?: number;
}

/** A yes to exactly what was seen. It releases the call when enough people have said so. */
export async function approveInvocation(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  reason: string | null,
): Promise<Outcome<Decided>> {
  const [row] = await sql<{ decided: Decided }[]>`
    select agents.fn_approve_tool_invocation(${token}, ${id}, ${revision}, ${digest}, ${reason}) as decided`;
  if (!row) throw new Error("The database gave no answer to a vote.");
  return done(row.decided);
}

/** A no. It is final; the reason goes to the agent, the note stays among people. */
export async function rejectInvocation(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  reason: string,
  note: string | null,
): Promise<Outcome<Decided>> {
  const [row] = await sql<{ decided: Decided }[]>`
    select agents.fn_reject_tool_invocation(${token}, ${id}, ${revision}, ${digest}, ${reason}, ${note}) as decided`;
  if (!row) throw new Error("The database gave no answer to a vote.");
  return done(row.decided);
}
