/**
 * Path patterns: `**` as a whole segment stands for any number of segments (none too), `*` for any characters within
 * one, `?` for one character. Nothing else is special. Two indices and one place to go back to, so the time is bounded
 * by the product of the lengths, whatever the pattern: there is no regular expression that an author could make explode.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  return matchList(segmentsOf(pattern), segmentsOf(path), (segment) => segment === "**", matchesSegment);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function matchesSegment(pattern: string, segment: string): boolean {
  const same = (mark: string, character: string): boolean => mark === "?" || mark === character;
  return matchList([...pattern], [...segment], (mark) => mark === "*", same);
}

/** Whether `items` fit `marks`, where a mark that `isAny` stands for any run of items. */
function matchList(
  marks: readonly string[],
  items: readonly string[],
  isAny: (mark: string) => boolean,
  same: (mark: string, item: string) => boolean,
): boolean {
  let mark = 0;
  let item = 0;
  let lastAny = -1;
  let resumeAt = 0;
  while (item < items.length) {
    const current = marks[mark];
    const next = items[item];
    if (current !== undefined && isAny(current)) {
      lastAny = mark;
      resumeAt = item;
      mark += 1;
    } else if (current !== undefined && next !== undefined && same(current, next)) {
      mark += 1;
      item += 1;
    } else if (lastAny >= 0) {
      // Let the last "any" swallow one more. Earlier ones need not be tried again: what they took stays enough.
      resumeAt += 1;
      item = resumeAt;
      mark = lastAny + 1;
    } else {
      return false;
    }
  }
  return marks.slice(mark).every(isAny);
}
