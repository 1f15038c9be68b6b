import {
  CATEGORIES,
  type Category,
  EGRESS_CLASSES,
  type EgressClass,
  SAFETY_CLASSES,
  type SafetyClass,
  TOOL_SOURCES,
  TOOL_STATES,
  type ToolSource,
} from "#lib/policy/vocabulary.ts";

export const TOOL_SORTS = ["name", "changed"] as const;
export type ToolSort = (typeof TOOL_SORTS)[number];

/** What wants a person's eye; each is one tile above the list. */
export const TOOL_CONCERNS = ["review", "findings", "drifted", "quarantined"] as const;
export type ToolConcern = (typeof TOOL_CONCERNS)[number];

/** The states of a tool as the list shows them; of `waiting` no version is in force, and nothing else stops it. */
export const STATE_FILTERS = [...TOOL_STATES, "waiting"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** What the registry's list is asked for; all of it lives in the address. */
export interface ToolFilter {
  readonly words?: string;
  readonly safetyClass?: SafetyClass;
  readonly egressClass?: EgressClass;
  readonly category?: Category;
  readonly source?: ToolSource;
  readonly state?: StateFilter;
  readonly concern?: ToolConcern;
  readonly sort: ToolSort;
  /** Where the page before this one ended: a name, or the id of a tool if the list goes by time. */
  readonly before?: string;
}

const WORDS_MAX = 200;

/** From an address, or from anything else that gives one value a name. What is not known is no filter. */
export function parseToolFilter(given: (name: string) => string | undefined): ToolFilter {
  const known = <T extends string>(name: string, words: readonly T[]): T | undefined => {
    const value = given(name);
    return words.find((word) => word === value);
  };
  return {
    words: given("q")?.trim().slice(0, WORDS_MAX) || undefined,
    safetyClass: known("safety", SAFETY_CLASSES),
    egressClass: known("egress", EGRESS_CLASSES),
    category: known("category", CATEGORIES),
    source: known("source", TOOL_SOURCES),
    state: known("state", STATE_FILTERS),
    concern: known("show", TOOL_CONCERNS),
    sort: known("sort", TOOL_SORTS) ?? "name",
    before: given("before"),
  };
}
