import { headOf } from "#lib/policy/plain-text.ts";
import { CHANGE_SEVERITIES, type Change } from "./change.ts";

/** More than a person reads; and what is stored beside a version stays small, whatever a server sends. */
const CHANGES_MAX = 500;
const VALUE_MAX = 2000;

/** Keeps the gravest when there are too many, in the order of the contract, and says how many were left out. */
export function boundChanges(changes: readonly Change[]): Change[] {
  if (changes.length <= CHANGES_MAX) return changes.map(shorten);
  const rank = ({ severity }: Change): number => CHANGE_SEVERITIES.indexOf(severity);
  const gravest = changes.toSorted((left, right) => rank(right) - rank(left));
  const kept = new Set(gravest.slice(0, CHANGES_MAX - 1));
  const left = gravest.slice(CHANGES_MAX - 1);
  const more: Change = {
    part: "",
    pointer: "",
    code: "changes.more",
    severity: left[0]?.severity ?? "review",
    widening: left.some(({ widening }) => widening),
    after: left.length,
  };
  return [...changes.filter((change) => kept.has(change)).map(shorten), more];
}

function shorten({ before, after, ...change }: Change): Change {
  return {
    ...change,
    ...(before === undefined ? {} : { before: shortenValue(before) }),
    ...(after === undefined ? {} : { after: shortenValue(after) }),
  };
}

function shortenValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === undefined || text.length <= VALUE_MAX) return value;
  return `${headOf(text, VALUE_MAX)}…`;
}
