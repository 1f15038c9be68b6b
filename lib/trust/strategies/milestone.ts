import { criterionLacks, defaultLacks } from "../lacks.ts";
import { defaultScore } from "../score.ts";
import type { TrustStrategy } from "../strategy.ts";

/** Capabilities shown one after the other: tasks, their quality, time, a clean history. A step that does not say `auto_promote` waits for a person. */
export const milestone: TrustStrategy = {
  name: "milestone",
  start: ({ initial_level }) => new Map([["all", initial_level ?? "sandboxed"]]),
  score: (_config, sums) => defaultScore(sums),
  judge({ milestones }, facts) {
    if (!milestones) return { lacks: defaultLacks(facts, true), human: false };
    const criterion = milestones[facts.step];
    return criterion && { lacks: criterionLacks(criterion, facts), human: criterion.auto_promote !== true };
  },
};
