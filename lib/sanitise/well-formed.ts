import { BEYOND_ASCII, CHARACTERS } from "./bitmaps/bitmaps.ts";
import { StageLog, type StageResult, UNTOUCHED } from "./stage.ts";
import { bitmapsOf } from "./units.ts";

/**
 * Lone surrogates become U+FFFD: they are no characters, they survive no encoder, and half a pair on each side of something
 * that a later stage removes would come together as a new character.
 */
export function mendSurrogates(text: string): StageResult {
  if (isWellFormed(text)) return UNTOUCHED;
  const log = new StageLog();
  for (let i = 0; i < text.length; ) {
    const start = i;
    while (isLone(text, i)) i++;
    if (i > start) log.edit(start, i, "\ufffd".repeat(i - start), "unicode.lone-surrogate", "low");
    else i += isLead(text.charCodeAt(i)) ? 2 : 1;
  }
  return log;
}

/** Only what is not of ASCII has to be looked at. */
function isWellFormed(text: string): boolean {
  const bitmaps = bitmapsOf(text, CHARACTERS);
  const { length } = text;
  for (let at = bitmaps.next(BEYOND_ASCII, 0, length); at < length; at = bitmaps.next(BEYOND_ASCII, at + 1, length)) {
    const unit = bitmaps.units[at] as number;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (isTrail(unit) || at + 1 >= length || !isTrail(bitmaps.units[at + 1] as number)) return false;
    at += 1;
  }
  return true;
}

function isLone(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // A second half is lone wherever the walk meets it: it steps over whole pairs.
  return isLead(unit) ? !isTrail(text.charCodeAt(at + 1)) : isTrail(unit);
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
