import type { TraceLine } from "../decision-trace.ts";
import { type Risk, type SafetyClass, TIERS, type Tier } from "../vocabulary.ts";

/** What makes a call more delicate than its tool: a finding of medium or above, drift, a target not seen before. */
export interface Signals {
  readonly alarm: boolean;
  readonly drifted: boolean;
  readonly firstSeenTarget: boolean;
}

const BY_CLASS: Record<SafetyClass, Tier> = {
  read: "low",
  write: "medium",
  network: "medium",
  financial: "high",
  privileged: "dual",
};

/** The larger of declared risk and class, one higher if anything signals; the database computes the same when asked. */
export function tierOf(risk: Risk | undefined, safetyClass: SafetyClass, signals: Signals): Tier {
  const base = Math.max(TIERS.indexOf(risk ?? "low"), TIERS.indexOf(BY_CLASS[safetyClass]));
  const raised = signals.alarm || signals.drifted || signals.firstSeenTarget ? 1 : 0;
  return TIERS[base + raised] ?? "dual";
}

/** The highest tier takes two people, however a call got there; a privileged tool has said so already. */
export function judgeTier(tier: Tier, safetyClass: SafetyClass): TraceLine[] {
  if (tier !== "dual" || safetyClass === "privileged") return [];
  const sentence = "Calls of the highest tier take two distinct people.";
  return [{ rule: "tier.dual", stage: "decide", concluded: "hold", people: 2, saw: "tier dual", sentence }];
}
