import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** A reviewer's answer, with the digest of exactly what was on the screen; taken at render, never looked up again. */
export interface ReviewDecision {
  readonly approvalId: string;
  readonly digest: string;
  readonly decision: "approve" | "reject";
  readonly reason: string;
  readonly note: string | null;
  /** The proof of presence that a yes to more trust uses up. */
  readonly stepUp?: string | undefined;
}

export interface ReviewDecided {
  readonly status: "pending" | "approved" | "rejected";
  readonly votes: number;
  readonly required: number;
}

/** A yes puts the version in force once enough people have said it; one no is final. */
export async function decideReview(
  sql: postgres.Sql,
  token: string,
  { approvalId, digest, decision, reason, note, stepUp }: ReviewDecision,
): Promise<Outcome<ReviewDecided>> {
  const [row] = await sql<{ decided: ReviewDecided }[]>`
    select agents.fn_decide_review(${token}, ${approvalId}, ${digest}, ${decision}, ${reason}, ${note}, ${stepUp ?? null}) as decided`;
  if (!row) throw new Error("The database gave no answer to a review.");
  return done(row.decided);
}
