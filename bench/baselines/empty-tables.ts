import type { Arm } from "../compare-arms.ts";

/**
 * The baseline of working with a long history: the same work in an installation where nothing was ever asked.
 *
 * Fair, because nothing else differs: the same functions, agents, tools and logins on the same server, driven by turns
 * with the full one, over as many connections.
 */
const EMPTY_TABLES = "bench/baselines/empty-tables.ts";

export function emptyTables(arm: Arm): Arm & { readonly file: string } {
  return { ...arm, file: EMPTY_TABLES };
}
