import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import type { CountedSubjects } from "./counted-subjects.ts";
import { openGathering } from "./gather-changes.ts";
import type { RehearsalResult } from "./rehearsal-result.ts";
import { type RecordedHistory, replayCalls } from "./replay-calls.ts";

export interface Rehearsal {
  readonly inForce: { readonly version: number; readonly document: PolicyDocument };
  readonly changed: PolicyDocument;
  readonly counted: CountedSubjects;
  readonly now: number;
}

/**
 * What the recorded calls would be decided to under a changed policy, beside what the policy in force decides of them. A
 * pure replay: it runs nothing and writes nothing. Standing rules, kill switches, caps on open requests and outside checks
 * have no part in it: they answer for the moment, not for the policy.
 */
export async function rehearse(
  history: RecordedHistory,
  { inForce, changed, counted, now }: Rehearsal,
  onProgress: (done: number) => void = () => {},
): Promise<RehearsalResult> {
  const gathering = openGathering();
  const sides = {
    before: { policy: compilePolicy(inForce.document), version: inForce.version, now },
    after: { policy: compilePolicy(changed), version: inForce.version + 1, now },
  };
  let done = 0;
  for await (const page of replayCalls(history, sides, counted)) {
    for (const replayed of page) gathering.add(replayed);
    done += page.length;
    onProgress(done);
  }
  return gathering.result();
}
