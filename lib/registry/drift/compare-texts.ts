import { skeleton } from "#lib/look-alikes/skeleton.ts";
import { escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { type Draft, isRecord, keysOfBoth, memberOf } from "./draft.ts";

/** How one text that a model or a person reads became another; absent means that there is none. */
export function compareTexts(before: string | undefined, after: string | undefined, pointer: string): Draft[] {
  if (before === after) return [];
  if (after === undefined) return [{ code: "text.removed", pointer, before }];
  const addresses = newAddresses(before ?? "", after).map(
    (address): Draft => ({ code: "text.url.added", pointer, after: address }),
  );
  if (before === undefined) return [{ code: "text.added", pointer, after }, ...addresses];
  return [{ code: nameChange(before, after), pointer, before, after }, ...addresses];
}

function nameChange(before: string, after: string): Draft["code"] {
  if (collapse(before) === collapse(after)) return "text.whitespace";
  return isLookalike(before, after) ? "text.confusable" : "text.changed";
}

/** Only the plain ones: an exotic space in the place of a plain one is a look-alike. */
function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, " ").trim();
}

/** Whether two different texts cannot be told apart by looking. */
export function isLookalike(left: string, right: string): boolean {
  return left !== right && looks(left) === looks(right);
}

/** What a text looks like: equal for any two that look the same. */
export function looks(text: string): string {
  return skeleton(text.normalize("NFKC"));
}

const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\b(?:mailto|data|javascript):)[^\s"'<>`)\]}]+/giu;

/** Addresses in a text that stood nowhere in the other. */
function newAddresses(before: string, after: string): string[] {
  const known = new Set(before.match(ADDRESS));
  return [...new Set(after.match(ADDRESS))].filter((address) => !known.has(address));
}

/** Any JSON beside the schemas, leaf by leaf: texts as texts, everything else as values. Absent is undefined. */
export function compareValues(before: unknown, after: unknown, pointer: string): Draft[] {
  if (isSameJson(before, after)) return [];
  if (isTextOrAbsent(before) && isTextOrAbsent(after)) return compareTexts(before, after, pointer);
  const [old, current] = [membersOf(before), membersOf(after)];
  const deeper = keysOfBoth(old, current).flatMap((key) =>
    compareValues(memberOf(old, key), memberOf(current, key), `${pointer}/${escapePointer(key)}`),
  );
  if (deeper.length === 0) return [compareLeaves(before, after, pointer)];
  // A leaf that became a tree, or the other way round.
  const leaves = [isContainer(before) ? undefined : before, isContainer(after) ? undefined : after] as const;
  return [...deeper, ...(isSameJson(...leaves) ? [] : compareValues(...leaves, pointer))];
}

function compareLeaves(before: unknown, after: unknown, pointer: string): Draft {
  if (before === undefined) return { code: "value.added", pointer, after };
  if (after === undefined) return { code: "value.removed", pointer, before };
  return { code: "value.changed", pointer, before, after };
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function membersOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isRecord(value) ? value : {};
}
