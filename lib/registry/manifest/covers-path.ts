/**
 * Whether one path pattern provably allows everything that another does, read as `matchesGlob` reads them. Yes is a
 * proof; no means that it was not proved. Time is bounded by the product of the lengths.
 */
export function coversPath(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const [outerRoot, outerSegments] = split(outer);
  const [innerRoot, innerSegments] = split(inner);
  // The agent's roots are other directories for every agent, so no path of the host contains them.
  if (outerRoot !== innerRoot) return false;
  // No policy may say it; whoever does, does not mean what it says.
  if (innerSegments.includes("..")) return false;
  return coversList(outerSegments, innerSegments, (segment) => segment === "**", coversSegment);
}

function split(pattern: string): [root: string, segments: string[]] {
  const root = /^\$\{(?:workspace|project)\}/.exec(pattern)?.[0] ?? "/";
  return [
    root,
    pattern
      .slice(root.length)
      .split("/")
      .filter((segment) => segment !== ""),
  ];
}

function coversSegment(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const covers = (mark: string, item: string): boolean => mark === item || (mark === "?" && item !== "*");
  return coversList([...outer], [...inner], (mark) => mark === "*", covers);
}

/**
 * Whether every list that `inner` stands for fits `outer`. A mark that `isAny` may take any run of inner items, wildcards
 * among them; an inner "any" is only ever taken by an outer one, since it may stand for nothing or for very much.
 */
function coversList(
  outer: readonly string[],
  inner: readonly string[],
  isAny: (mark: string) => boolean,
  covers: (mark: string, item: string) => boolean,
): boolean {
  // reached[i]: the first i marks cover the items so far. One row an item.
  let reached = [true, ...outer.map(() => false)];
  const close = (row: boolean[]): void => {
    outer.forEach((mark, i) => {
      if (row[i] && isAny(mark)) row[i + 1] = true;
    });
  };
  close(reached);
  for (const item of inner) {
    const next = [false, ...outer.map(() => false)];
    outer.forEach((mark, i) => {
      if (isAny(mark)) next[i + 1] = Boolean(next[i + 1]) || Boolean(reached[i + 1]);
      else if (reached[i] && !isAny(item) && covers(mark, item)) next[i + 1] = true;
    });
    close(next);
    reached = next;
  }
  return reached[outer.length] ?? false;
}
