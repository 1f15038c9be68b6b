import type { Finding } from "#lib/sanitise/finding.ts";
import { IN_KEY } from "#lib/sanitise/in-key.ts";

/** One text of an output, raw and cleaned side by side, with what was found in it. */
export interface OutputPair {
  /** JSON Pointer; empty for an output that is one text. */
  readonly path: string;
  readonly raw: string | null;
  readonly cleaned: string | null;
  /** In the text itself, so that their offsets count in it. */
  readonly findings: readonly Finding[];
  /** In a key on the way to it. */
  readonly keyFindings: readonly Finding[];
}

/**
 * Lays a raw and a cleaned output side by side, leaf by leaf. A finding's offsets count within its own leaf. Raw text
 * that is not JSON is one leaf; without raw (nobody has read it) only the cleaned side is filled.
 */
export function pairOutput(rawText: string | null, cleaned: unknown, findings: readonly Finding[]): OutputPair[] {
  const rawLeaves = rawText === null ? new Map<string, string>() : leavesOf(parse(rawText));
  const cleanedLeaves = leavesOf(cleaned);
  const paths = [...new Set([...cleanedLeaves.keys(), ...rawLeaves.keys()])];
  const inTexts = Map.groupBy(
    findings.filter((finding) => !isInKey(finding)),
    ({ path }) => path ?? "",
  );
  const inKeys = Map.groupBy(findings.filter(isInKey), ({ path = "" }) => firstUnder(paths, path));
  return paths.map((path) => ({
    path,
    raw: rawLeaves.get(path) ?? null,
    cleaned: cleanedLeaves.get(path) ?? null,
    findings: inTexts.get(path) ?? [],
    keyFindings: inKeys.get(path) ?? [],
  }));
}

/** A key's findings count their offsets in the key and carry its place, where a text may stand as well. */
function isInKey({ reason }: Finding): boolean {
  return reason?.startsWith(IN_KEY) === true;
}

function firstUnder(paths: readonly string[], place: string): string | undefined {
  return paths.find((path) => path === place || path.startsWith(`${place}/`));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (item: unknown, path: string): void => {
    if (item === null || item === undefined || typeof item !== "object") {
      leaves.set(path, typeof item === "string" ? item : JSON.stringify(item ?? null));
      return;
    }
    const entries = Object.entries(item);
    if (entries.length === 0) leaves.set(path, Array.isArray(item) ? "[]" : "{}");
    for (const [key, child] of entries) walk(child, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  walk(value, "");
  return leaves;
}
