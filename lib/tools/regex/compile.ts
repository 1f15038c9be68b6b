import { failure } from "../failures/failure.ts";
import type { CharTest, Edge, Pattern } from "./syntax.ts";

/** A pattern as a list of steps for the matcher: the whole state of a match is which of them are reached. */
export type Step =
  | { readonly kind: "char"; readonly fits: CharTest; readonly next: number }
  | { readonly kind: "edge"; readonly at: Edge; readonly next: number }
  | { readonly kind: "fork"; readonly ways: readonly number[] }
  | { readonly kind: "found" };

export interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
}

/** Bounds the work on each character. */
const STEPS_MAX = 2000;

export function compilePattern(pattern: Pattern): Program {
  const steps: Step[] = [{ kind: "found" }];
  return { start: add(pattern, 0), steps };

  /** The step that begins this part and goes on at `next`. */
  function add(part: Pattern, next: number): number {
    switch (part.kind) {
      case "char":
        return put({ kind: "char", fits: part.fits, next });
      case "edge":
        return put({ kind: "edge", at: part.at, next });
      case "all":
        return part.parts.reduceRight((after, one) => add(one, after), next);
      case "any":
        return put({ kind: "fork", ways: part.parts.map((one) => add(one, next)) });
      case "times":
        return addTimes(part, next);
    }
  }

  function addTimes({ of, least, most }: Extract<Pattern, { kind: "times" }>, next: number): number {
    let from = most === Infinity ? addLoop(of, next) : next;
    for (let more = most === Infinity ? 0 : most - least; more > 0; more -= 1) {
      from = put({ kind: "fork", ways: [add(of, from), next] });
    }
    for (let more = least; more > 0; more -= 1) from = add(of, from);
    return from;
  }

  function addLoop(of: Pattern, next: number): number {
    const ways = [next];
    const loop = put({ kind: "fork", ways });
    ways.push(add(of, loop));
    return loop;
  }

  function put(step: Step): number {
    if (steps.length >= STEPS_MAX) throw failure("bad_pattern", "The pattern repeats too much; write it shorter.");
    steps.push(step);
    return steps.length - 1;
  }
}
