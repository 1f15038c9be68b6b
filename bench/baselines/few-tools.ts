import type { Arm } from "../compare-arms.ts";

/**
 * The baseline of reading a large registry: the same reading of one with a hundred tools.
 *
 * Fair, because nothing else differs: the same queries by the same login on the same server, driven by turns with the large one
 * over as many connections, and what is looked for is found as often in both: one tool, or a full page.
 */
const FEW_TOOLS = "bench/baselines/few-tools.ts";

export function fewTools(arm: Arm): Arm & { readonly file: string } {
  return { ...arm, file: FEW_TOOLS };
}
