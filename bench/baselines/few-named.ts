/**
 * The baseline of deciding by a large policy: the same decisions by one with ten agents and ten tools.
 *
 * Fair, because nothing else differs: the same core, calls of the same kind, and as many rules that are about each of them.
 */
export const FEW_NAMED = "bench/baselines/few-named.ts";

export const FEW = 10;
