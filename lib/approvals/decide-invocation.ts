import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { retryBusy } from "#lib/errors/retry-busy.ts";

/** What was on the screen when the person decided; taken at render, never looked up again. */
export interface Decision {
  readonly id: string;
  readonly revision: number;
  readonly digest: string;
}

/** What the page says it had rendered and opened. Kept with the vote as evidence, never trusted. */
export interface Receipt {
  /** Which way of showing a call it was. */
  readonly renderer: string;
  readonly arguments: readonly string[];
  readonly opened: readonly string[];
  /** More arguments than fit into the receipt. */
  readonly unnamed: number;
  readonly viewportWidth: number;
}

export interface Decided {
  readonly id: string;
  /** `drill`: it was a decoy; nothing could have run. */
  readonly status: "pending" | "running" | "rejected" | "drill";
  readonly votes?: number;
  readonly required?: number;
  /** Until when no dispatcher takes it; until one has, it can be taken back. */
  readonly undoUntil?: string | null;
  /** The same as a time from now: a page's own clock runs behind by as long as the page took to load. */
  readonly undoMs?: number;
  /** Of a drill. */
  readonly outcome?: "caught" | "missed" | "unanswered";
  readonly flaw?: string;
}

interface Evidence {
  readonly receipt?: Receipt | undefined;
  /** The proof of presence that this yes uses up. */
  readonly stepUp?: string | undefined;
}

/** A yes to exactly what was seen. It releases the call when enough people have said so. */
export async function approveInvocation(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  reason: string | null,
  { receipt, stepUp }: Evidence = {},
): Promise<Outcome<Decided>> {
  const kept = receipt ? JSON.stringify(receipt) : null;
  const [row] = await retryBusy(
    () => sql<{ decided: Decided }[]>`
      select agents.fn_approve_tool_invocation(${token}, ${id}, ${revision}, ${digest}, ${reason}, ${kept}::text::jsonb, ${stepUp ?? null}) as decided`,
  );
  if (!row) throw new Error("The database gave no answer to a vote.");
  return done(withUndoTime(row.decided));
}

export function withUndoTime<T extends Decided>(decided: T, now = Date.now()): T {
  return decided.undoUntil ? { ...decided, undoMs: Math.max(0, Date.parse(decided.undoUntil) - now) } : decided;
}

/** A no. It is final, and takes back a yes of the same person; the reason goes to the agent, the note stays among people. */
export async function rejectInvocation(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  reason: string,
  note: string | null,
): Promise<Outcome<Decided>> {
  const [row] = await retryBusy(
    () => sql<{ decided: Decided }[]>`
      select agents.fn_reject_tool_invocation(${token}, ${id}, ${revision}, ${digest}, ${reason}, ${note}) as decided`,
  );
  if (!row) throw new Error("The database gave no answer to a vote.");
  return done(row.decided);
}
