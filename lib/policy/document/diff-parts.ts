import { isSameJson } from "#lib/registry/same-json.ts";
import { pointerOf } from "./check-policy.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { PolicyPath } from "./policy-problem.ts";

/** What a comparison of one value comes to: whether it gives more, and what a person is told of it. */
export interface Judgement {
  readonly widening: boolean;
  readonly sentence: string;
}

/** One change, or none where nothing changed. What is absent before or after is left out of it. */
export function changeOf(at: PolicyPath, before: unknown, after: unknown, judge: () => Judgement): PolicyChange[] {
  if (isSameJson(before, after)) return [];
  const sides = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  return [{ path: pointerOf(at), ...sides, ...judge() }];
}

/** The same of a list whose order says nothing. */
export function changeOfSet(
  at: PolicyPath,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  judge: () => Judgement,
): PolicyChange[] {
  const isSame = before && after && isSubset(before, after) && isSubset(after, before);
  return isSame ? [] : changeOf(at, before, after, judge);
}

export function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((item) => all.includes(item));
}

/** Every name of either, those of before first. */
export function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Looked up so that a name like `constructor` finds only what somebody wrote. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** `a, b` or `nothing`. */
export function listed(items: readonly unknown[] | undefined): string {
  return items && items.length > 0 ? items.join(", ") : "nothing";
}

/** `instead of x`, or that there was nothing. */
export function instead(before: unknown): string {
  return before === undefined
    ? "where nothing was said before"
    : `instead of ${Array.isArray(before) ? listed(before) : String(before)}`;
}
