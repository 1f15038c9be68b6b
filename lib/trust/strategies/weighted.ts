import { counted, defaultLacks, figure } from "../lacks.ts";
import { defaultScore, weightedScore } from "../score.ts";
import type { Lack, TrustStrategy } from "../strategy.ts";

/** One number an agent, held against a threshold a step, for all categories together. */
export const weighted: TrustStrategy = {
  name: "weighted",
  start: ({ initial_level }) => new Map([["all", initial_level ?? "sandboxed"]]),
  score: ({ weights }, sums) => (weights ? weightedScore(weights, sums) : defaultScore(sums)),
  judge(config, facts) {
    const thresholds = config.promotion_thresholds;
    if (!thresholds) return { lacks: defaultLacks(facts, false), human: false };
    const written = thresholds[facts.step];
    if (written === undefined) return undefined;
    const { score: bar, requires_human_approval = false } = typeof written === "number" ? { score: written } : written;
    const score = this.score(config, facts.sums, facts.now);
    return { lacks: score.value >= bar ? [] : [lackOf(score, bar)], human: requires_human_approval };
  },
};

/** The part that would help most is named, for "a higher score" tells nobody what to do. */
function lackOf({ value, parts }: ReturnType<TrustStrategy["score"]>, bar: number): Lack {
  const [weakest] = parts.toSorted((a, b) => b.weight * (1 - b.value) - a.weight * (1 - a.value));
  const where = weakest
    ? `; most is missing in ${weakest.name.replaceAll("_", " ")} (${figure(weakest.value)})`
    : counted(0, "part");
  return { sentence: `a score of ${figure(bar)}: it is ${figure(value)}${where}`, time: false };
}
