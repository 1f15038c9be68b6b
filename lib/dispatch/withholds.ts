import { type Finding, isAlarm } from "#lib/sanitise/finding.ts";
import type { CleaningPolicy, CleaningStep } from "#lib/sanitise/policy.ts";

/** Which step of the cleaner a rule belongs to, by the family it is named after. */
const STEPS: Readonly<Record<string, CleaningStep>> = {
  escape: "escapes",
  control: "escapes",
  hidden: "hidden",
  unicode: "hidden",
  credential: "credentials",
};

/**
 * Whether the policy withholds an output for what was found in it. The cleaner says `blocked` where it knows; of the steps that
 * it always carries out, what was found is compared with the policy here, once more.
 */
export function withholds({ steps }: CleaningPolicy, findings: readonly Finding[]): boolean {
  return findings.some(({ rule, severity, action }) => {
    const step = STEPS[rule.slice(0, rule.indexOf("."))];
    return action === "blocked" || (step !== undefined && steps[step] === "block" && isAlarm(severity));
  });
}
