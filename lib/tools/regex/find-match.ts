import type { Program, Step } from "./compile.ts";
import { type Edge, isWordChar } from "./syntax.ts";

/** Steps that may still be taken; when they are used up the search ends, and says so. */
export interface Work {
  left: number;
}

/**
 * Where the leftmost match in a line begins, in UTF-16 units; -1 when there is none. All ways are followed at once, one
 * character after the other, so the time is the line's length times the pattern's, whatever they are: nothing goes back.
 */
export function findMatch({ steps, start }: Program, line: string, work: Work): number {
  /** For each step that is reached, the earliest beginning from which it was. */
  let reached = new Map<number, number>();
  let best = -1;
  for (let at = 0; ; ) {
    if (best < 0) reach(reached, start, at, at);
    const char = line.codePointAt(at);
    if (char === undefined || reached.size === 0 || work.left <= 0) return best;
    const width = char > 0xffff ? 2 : 1;
    const next = new Map<number, number>();
    for (const [index, begun] of reached) {
      work.left -= 1;
      const step = steps[index];
      if (step?.kind === "char" && (best < 0 || begun < best) && step.fits(char))
        reach(next, step.next, begun, at + width);
    }
    reached = next;
    at += width;
  }

  /** Adds a step and all that follow from it without a character. */
  function reach(into: Map<number, number>, index: number, begun: number, at: number): void {
    const pending = [index];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      const known = into.get(one);
      if (known !== undefined && known <= begun) continue;
      into.set(one, begun);
      work.left -= 1;
      const step = steps[one] as Step;
      if (step.kind === "found") best = best < 0 ? begun : Math.min(best, begun);
      else if (step.kind === "fork") pending.push(...step.ways);
      else if (step.kind === "edge" && isAt(step.at, line, at)) pending.push(step.next);
    }
  }
}

function isAt(edge: Edge, line: string, at: number): boolean {
  if (edge === "start") return at === 0;
  if (edge === "end") return at === line.length;
  const isBoundary = isWord(line, at - 1) !== isWord(line, at);
  return edge === "word" ? isBoundary : !isBoundary;
}

function isWord(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return !Number.isNaN(unit) && isWordChar(unit);
}
