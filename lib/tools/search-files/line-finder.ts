import { compilePattern } from "../regex/compile.ts";
import { findMatch, type Work } from "../regex/find-match.ts";
import { parsePattern } from "../regex/parse.ts";

export interface Wanted {
  readonly pattern: string;
  readonly kind: "literal" | "regex";
  readonly ignoreCase: boolean;
}

/** Where in a line the first match begins, from 0; -1 when there is none. */
export function lineFinder({ pattern, kind, ignoreCase }: Wanted, work: Work): (line: string) => number {
  if (kind === "regex") {
    const program = compilePattern(parsePattern(pattern, ignoreCase));
    return (line) => findMatch(program, line, work);
  }
  const wanted = ignoreCase ? pattern.toLowerCase() : pattern;
  return (line) => (ignoreCase ? line.toLowerCase() : line).indexOf(wanted);
}
