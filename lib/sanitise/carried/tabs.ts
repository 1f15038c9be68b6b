import { isIrregular, type Taken } from "./streak.ts";
import { endsLine, takeEnds } from "./widths.ts";

/** Codes in plain spaces and tabs, as stegsnow writes them behind the lines of a text: nobody sees them there. */
const ROW_LEAST = 24;
/** A tab, spaces, and a tab again: what indents a line does not change its mind so. */
const TURNS_LEAST = 2;
const SPACE = 0x20;
const TAB = 0x09;

export function eachTabCode(text: string, taken: Taken[]): void {
  const ends: Taken[] = [];
  for (let at = text.indexOf("\t"); at >= 0; ) {
    let start = at;
    while (start > 0 && text.charCodeAt(start - 1) === SPACE) start--;
    let end = at + 1;
    let turns = 0;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit !== SPACE && unit !== TAB) break;
      if (unit !== text.charCodeAt(end - 1)) turns += 1;
    }
    if (start < at) turns += 1;
    if (turns >= TURNS_LEAST) judge(text, start, end, taken, ends);
    at = text.indexOf("\t", end);
  }
  takeEnds(text, ends, taken);
}

function judge(text: string, start: number, end: number, taken: Taken[], ends: Taken[]): void {
  const isEnd = endsLine(text, end);
  if (end - start >= ROW_LEAST) {
    const units = Array.from({ length: end - start }, (_, index) => text.charCodeAt(start + index));
    if (isIrregular(units)) {
      taken.push({ start, end, replacement: isEnd ? "" : " ", rule: "hidden.zero-width" });
      return;
    }
  }
  if (isEnd) ends.push({ start, end, replacement: "", rule: "hidden.zero-width" });
}
