import { isSameJson } from "#lib/registry/same-json.ts";
import { type Draft, isRecord, memberOf } from "./draft.ts";

/** What this needs of a scanner's finding. */
export interface ScanHit {
  readonly rule: string;
  readonly severity: string;
  /** JSON Pointer into the contract. */
  readonly path?: string | undefined;
}

export interface ScanHits {
  readonly before: readonly ScanHit[];
  readonly after: readonly ScanHit[];
}

/**
 * Findings in what is new. The same finding in the same unchanged text was there to be seen when the tool was approved;
 * one whose place cannot be found is taken for new. Notes (`info`) are no hits.
 */
export function findNewHits(before: unknown, after: unknown, hits: ScanHits): Draft[] {
  const known = new Set(hits.before.map(keyOf));
  const found = hits.after.filter(({ severity }) => severity !== "info");
  const places = new Map([...new Set(found.map(({ path = "" }) => path))].map((path) => [path, stateOf(path)]));
  return found
    .filter((hit) => {
      const state = places.get(hit.path ?? "");
      return state === "moved" || (state === "unknown" && !known.has(keyOf(hit)));
    })
    .map(({ rule, path = "" }) => ({ code: "scan.hit", pointer: path, after: rule }));

  function stateOf(path: string): "same" | "moved" | "unknown" {
    const is = resolve(after, path);
    if (is === undefined) return "unknown";
    return isSameJson(resolve(before, path), is) ? "same" : "moved";
  }
}

function keyOf({ rule, path }: ScanHit): string {
  return `${rule} ${path ?? ""}`;
}

function resolve(value: unknown, pointer: string): unknown {
  if (pointer === "") return value;
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, key) => {
      if (Array.isArray(at)) return /^\d+$/.test(key) ? at[Number(key)] : undefined;
      return isRecord(at) ? memberOf(at, key) : undefined;
    }, value);
}
