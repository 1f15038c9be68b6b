import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { diffPolicies } from "#lib/policy/document/diff-policies.ts";
import { parsePolicy } from "#lib/policy/document/parse-policy.ts";
import type { PolicyChange } from "#lib/policy/document/policy-change.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import type { KnownNames, LocatedProblem } from "#lib/policy/document/policy-problem.ts";
import { widens } from "#lib/policy/document/widens.ts";
import { type PolicyInForce, readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readKnownNames } from "./read-known-names.ts";

/** What a draft would do, were it proposed now. */
export interface DraftVerdict {
  /** Against what is in force now, whatever it was written from. */
  readonly changes: readonly PolicyChange[];
  readonly inForce: number;
  readonly widens: boolean;
  /** How many reviewers put it in force. */
  readonly required: 1 | 2;
  /** Said to the author; nothing that keeps it from being proposed. */
  readonly notes: readonly LocatedProblem[];
  readonly document: PolicyDocument;
}

/** Reads a draft as it would be read when it is proposed. A refusal has every line that is wrong in its details. */
export async function checkDraft(sql: postgres.Sql, text: string): Promise<Outcome<DraftVerdict>> {
  const [inForce, known] = await Promise.all([readPolicyInForce(sql), readKnownNames(sql)]);
  return judgeDraft(text, inForce, known);
}

export function judgeDraft(text: string, inForce: PolicyInForce, known: KnownNames): Outcome<DraftVerdict> {
  const parsed = parsePolicy(text, { base: inForce.document, ...known });
  if (!parsed.ok) return parsed;
  const { document, notes } = parsed.value;
  const wider = widens(inForce.document, document);
  return done({
    changes: diffPolicies(inForce.document, document),
    inForce: inForce.version,
    widens: wider,
    required: wider ? 2 : 1,
    notes,
    document,
  });
}
