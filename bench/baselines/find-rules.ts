import type { PolicyDocument, PolicyRule } from "#lib/policy/document/policy-document.ts";

/**
 * The baseline of finding the rules of a call: looking at each rule of each profile that the agent has, and keeping those that match.
 *
 * Fair, because without an index no decision can do with less; and it is less: nothing is judged, written down or counted.
 */
export const FIND_RULES = "bench/baselines/find-rules.ts";

export interface Wanted {
  readonly agent: string;
  readonly tool: string;
  /** What its action answers to. */
  readonly words: readonly string[];
}

export function findRules(document: PolicyDocument, { agent, tool, words }: Wanted): PolicyRule[] {
  const names = document.agents[agent]?.profiles ?? [];
  return names.flatMap(
    (name) =>
      document.profiles[name]?.rules.filter(
        (rule) => rule.tool === tool || (rule.action !== undefined && words.includes(rule.action)),
      ) ?? [],
  );
}
