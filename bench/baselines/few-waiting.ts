import type { Arm } from "../compare-arms.ts";

/**
 * The baseline of reading a full inbox: the same reading of one in which a hundred calls wait.
 *
 * Fair, because nothing else differs: the same query by the same login on the same server, over the same million old calls, driven by
 * turns over as many connections; each reading fills a page, and a next page lies behind a first one in both.
 */
const FEW_WAITING = "bench/baselines/few-waiting.ts";

export function fewWaiting(arm: Arm): Arm & { readonly file: string } {
  return { ...arm, file: FEW_WAITING };
}
