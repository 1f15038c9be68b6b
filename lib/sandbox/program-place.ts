import { posix } from "node:path";
import { isWithin, type PatternPlace } from "./mount-pattern.ts";

/**
 * What a program needs to run at all: the directory it lies in, or, for one that was installed, the packages around it.
 * Nothing further up: what else stands beside a program is data like any other.
 */
function placeOfProgram(program: string): string {
  const parts = posix.normalize(program).split("/");
  const packages = parts.indexOf("node_modules");
  return (packages === -1 ? parts.slice(0, -1) : parts.slice(0, packages + 1)).join("/") || "/";
}

/** As much of what a program needs as a pattern's place covers; nothing where the program itself is not in it. */
export function programPart({ root, path }: PatternPlace, program: string | undefined): PatternPlace | null {
  const covered = `/${path}`;
  if (root !== "host" || program === undefined || !isWithin(posix.normalize(program), covered)) return null;
  const needed = placeOfProgram(program);
  return { root, path: isWithin(covered, needed) ? path : needed.slice(1) };
}
