import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldLetters } from "../../disguise/fold-letters.ts";
import { eachSignal } from "../signals.ts";
import { type Unit, unitAt } from "../units.ts";

/**
 * What the packages say of themselves that this project is installed with, which the lock file names: honest, by many hands, and full of
 * rules, users, keys and what overrides what. Of megabytes only the sentences that the gate opens for: those it has to be right about.
 */
const PACKAGES = join(import.meta.dirname, "../../../../node_modules");
/** A list of changes of many years says the same a thousand times. */
const LENGTH_MAX = 100_000;

export interface Passage {
  readonly text: string;
  readonly units: readonly Unit[];
}

export function packageDocuments(): Passage[] {
  const seen = new Set<string>();
  return globSync("**/*.md", { cwd: PACKAGES })
    .sort()
    .flatMap((path) => {
      const { text } = foldLetters(readFileSync(join(PACKAGES, path), "utf8").slice(0, LENGTH_MAX));
      const units = openedUnits(text).filter(({ start, end }) => {
        const said = text.slice(start, end);
        return !seen.has(said) && seen.add(said);
      });
      return units.length === 0 ? [] : [{ text, units }];
    });
}

function openedUnits(text: string): Unit[] {
  const units = new Map<number, Unit>();
  const open = (start: number, end: number): void => {
    for (let at = Math.max(0, start - 1); at < end; ) {
      const unit = unitAt(text, at);
      units.set(unit.start, unit);
      at = Math.max(unit.end, at + 1);
    }
  };
  eachSignal(text, { open, openLanguage: () => undefined, suspect: () => undefined });
  return [...units.values()];
}
