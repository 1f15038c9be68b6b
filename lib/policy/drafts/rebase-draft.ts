import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { parsePolicy } from "#lib/policy/document/parse-policy.ts";
import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { type PolicyInForce, readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { mergeDocuments } from "./merge-documents.ts";

export interface RebasedDraft {
  readonly text: string;
  readonly base: number;
  /** JSON Pointers of what both changed; the draft's stands there. */
  readonly clashes: readonly string[];
}

/** Writes a draft's changes into what is in force now. Comments in the text are lost: the document is written out anew. */
export async function rebaseDraft(
  sql: postgres.Sql,
  { text, base }: { text: string; base: number },
): Promise<Outcome<RebasedDraft>> {
  const [from, inForce] = await Promise.all([readPolicyVersion(sql, base), readPolicyInForce(sql)]);
  return carryOver(text, from?.document, inForce);
}

/** `from` is what the text was written from. */
export function carryOver(
  text: string,
  from: PolicyDocument | undefined,
  inForce: PolicyInForce,
): Outcome<RebasedDraft> {
  if (!from)
    return refuse(
      "policy_invalid",
      "The version that this was written from is not there. Copy your text, begin from what is in force, and write your changes into that.",
    );
  const mine = parsePolicy(text, { base: from });
  if (!mine.ok) return mine;
  const { merged, clashes } = mergeDocuments(from, inForce.document, mine.value.document);
  const document = policyDocumentSchema.safeParse(merged);
  if (!document.success)
    return refuse(
      "policy_invalid",
      "What both changed does not make one policy together. Your text stays as it is: open the version in force beside it, and write your changes into that.",
    );
  return done({ text: renderPolicy(document.data), base: inForce.version, clashes });
}
