import type postgres from "postgres";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";

/** A waiting call that carries the text, with what a decision on it is bound to. */
export interface SharingCall extends Decision {
  readonly effect: string;
  readonly tier: Tier;
  readonly tool: string;
  readonly toolVersionId: string;
  readonly agentId: string;
  readonly agent: string;
  readonly frozen: boolean;
  readonly stopped: boolean;
  readonly expiresAt: string;
}

export interface Sharing {
  /** Reviewers freeze an agent; others stop it by the kill switch. */
  readonly mayFreeze: boolean;
  /** How many waiting calls were looked at, of how many; long ones come last, and time ends. */
  readonly looked: number;
  readonly waiting: number;
  /** Waiting actions and team runs: nobody looks for the text in those but people. */
  readonly others: number;
  /** How many of the calls carry the text; the items are the first 200. */
  readonly total: number;
  readonly items: readonly SharingCall[];
}

export async function findSharing(sql: postgres.Sql, token: string, text: string): Promise<Outcome<Sharing>> {
  const [row] = await sql<{ found: Sharing }[]>`select agents.fn_find_sharing(${token}, ${text}) as found`;
  if (!row) throw new Error("The database did not look for a text.");
  return done(row.found);
}
