import { z } from "zod";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { type Finding, isAlarm } from "#lib/sanitise/finding.ts";
import {
  CLEANING_STEPS,
  type CleaningPolicy,
  type CleaningStep,
  CONTENT_KINDS,
  defaultPolicy,
  type Treatment,
} from "#lib/sanitise/policy.ts";
import { stepOf } from "#lib/sanitise/rule-steps.ts";

/** More than anybody pastes, and little enough to be cleaned between two keystrokes. */
export const TRIAL_MAX = 300_000;

export const trialSchema = z.strictObject({
  text: z.string().max(TRIAL_MAX),
  content: z.enum(CONTENT_KINDS),
  safetyClass: z.enum(SAFETY_CLASSES),
});
export type Trial = z.infer<typeof trialSchema>;

/** What one step of the policy found, and what it is there to do about it. */
export interface TriedStep {
  readonly step: CleaningStep;
  readonly treatment: Treatment;
  readonly findings: number;
  readonly alarms: number;
}

export interface TrialResult {
  readonly cleaned: string;
  readonly findings: readonly Finding[];
  readonly findingsDropped: number;
  readonly steps: readonly TriedStep[];
  readonly policy: CleaningPolicy;
}

/** Cleans a pasted text as an output of such a tool would be, and says step by step what was found. Nothing is kept. */
export function tryCleaner({ text, content, safetyClass }: Trial): TrialResult {
  const policy = defaultPolicy(content, safetyClass);
  const { cleaned, findings, findingsDropped } = clean(text, { content, policy });
  const steps = CLEANING_STEPS.map((step) => ({
    step,
    treatment: policy.steps[step],
    ...countOf(findings.filter(({ rule }) => stepOf(rule) === step)),
  }));
  return { cleaned, findings, findingsDropped, steps, policy };
}

function countOf(findings: readonly Finding[]): Pick<TriedStep, "findings" | "alarms"> {
  const alarms = findings.filter(({ severity }) => isAlarm(severity)).length;
  return { findings: findings.length, alarms };
}
