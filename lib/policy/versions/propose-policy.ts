import type postgres from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

export interface PolicyProposal {
  readonly document: PolicyDocument;
  /** The version it was written from: when another is in force by now, the database refuses it. */
  readonly base: number;
  readonly reason: string;
}

export interface ProposedPolicy {
  readonly version: number;
  readonly id: string;
  /** As the database sees it, whatever we had said before. */
  readonly widens: boolean;
  /** How many reviewers put it in force. */
  readonly required: 1 | 2;
  readonly approval: string;
}

/** Writes a new version and asks reviewers to put it in force. Until they do, the one before decides. */
export async function proposePolicy(
  sql: postgres.Sql,
  token: string,
  { document, base, reason }: PolicyProposal,
): Promise<Outcome<ProposedPolicy>> {
  const proposed = await attempt(
    () => sql<{ proposed: ProposedPolicy }[]>`
      select agents.fn_propose_policy(${token}, ${JSON.stringify(document)}::text::jsonb, ${reason}, ${base}) as proposed`,
  );
  if (!proposed.ok) return proposed;
  const [row] = proposed.value;
  if (!row) throw new Error("The database gave no answer to a proposal.");
  return done(row.proposed);
}
