import { failure } from "../failures/failure.ts";

/** Segments of a pattern; each `**` multiplies the ways to look. */
const SEGMENTS_MAX = 32;

/**
 * Whether a path fits a pattern: `*` and `?` stay within a name, `**` is any number of folders. Without going back
 * further than the last star of a name, so no pattern is slow.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const wanted = pattern.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (wanted.length > SEGMENTS_MAX) throw failure("bad_pattern", `A pattern has at most ${SEGMENTS_MAX} segments.`);
  // A bare name fits at any depth, as people expect of "*.ts".
  const segments = wanted.length === 1 && wanted[0] !== "**" ? ["**", ...wanted] : wanted;
  return (path) => fits(segments, path.split("/"));
}

/** One row for each segment of the pattern: which beginnings of the path it can have eaten. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = path.map(() => false);
  reached.push(false);
  reached[0] = true;
  for (const segment of pattern) {
    const next = reached.map(() => false);
    for (let at = 0; at <= path.length; at += 1) {
      if (segment === "**") next[at] = (reached[at] ?? false) || (at > 0 && (next[at - 1] ?? false));
      else if (at > 0 && reached[at - 1]) next[at] = fitsName(segment, path[at - 1] ?? "");
    }
    reached = next;
  }
  return reached[path.length] ?? false;
}

function fitsName(pattern: string, name: string): boolean {
  let [at, inName] = [0, 0];
  let [star, resume] = [-1, 0];
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at;
      resume = inName;
      at += 1;
    } else if (pattern[at] === "?" || pattern[at] === name[inName]) {
      at += 1;
      inName += 1;
    } else if (star >= 0) {
      resume += 1;
      inName = resume;
      at = star + 1;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
