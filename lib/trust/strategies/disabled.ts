import { defaultScore } from "../score.ts";
import type { TrustStrategy } from "../strategy.ts";

/** Nothing moves by itself: agents keep what people give them. The score is shown all the same. */
export const disabled: TrustStrategy = {
  name: "disabled",
  start: () => new Map(),
  score: (_config, sums) => defaultScore(sums),
  judge: () => undefined,
};
