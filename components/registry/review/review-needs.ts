import type { Change } from "#lib/registry/drift/change.ts";

/** From so many changes on, or with any finding, a yes takes the tool's name in the reviewer's own typing. */
export const MANY_CHANGES = 5;

export function takesTypedName(changes: readonly Change[] | null, findings: number): boolean {
  return findings > 0 || (changes?.length ?? 0) >= MANY_CHANGES;
}

/** The parts of the page that a reviewer has to have looked at to their end before a yes means anything. */
export type LookedAt = "contract" | "changes" | "findings";

export function partsToSee(hasComparison: boolean, findings: number): readonly LookedAt[] {
  return [hasComparison ? "changes" : "contract", ...(findings > 0 ? (["findings"] as const) : [])];
}

const WORDS: Record<LookedAt, string> = { contract: "contract", changes: "changes", findings: "findings" };

/** "Look at the changes and the findings first"; undefined when all of it has been seen. */
export function notYetSeen(needed: readonly LookedAt[], seen: ReadonlySet<string>): string | undefined {
  const missing = needed.filter((part) => !seen.has(part)).map((part) => `the ${WORDS[part]}`);
  return missing.length === 0 ? undefined : `Look at ${missing.join(" and ")} first, to the end`;
}
