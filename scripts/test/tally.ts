import type { FileTime } from "./dearest.ts";

/** How a part of the tests went. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly FileTime[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, files: [] };

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    files: [...a.files, ...b.files],
  };
}

/** The last line. What was left out is named only when somebody asked to leave something out. */
export function renderTally({ passed, failed, skipped }: Omit<Tally, "files">, partial: boolean): string {
  return `${passed} passed, ${failed} failed${partial ? `, ${skipped} skipped` : ""}`;
}
