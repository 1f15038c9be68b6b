import { BEYOND_ASCII, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { bitmapsOf } from "../../units.ts";
import type { FrameHit } from "./frame-reader.ts";
import { otherReader } from "./readers.ts";

/** What stands around a letter of another script is read with it. */
const BEFORE = 40;
const STRETCH = 240;

/** What a text says in languages that are not written in Latin letters. */
export function findInOtherScripts(text: string): readonly FrameHit[] {
  let at = nextOther(text, 0);
  if (at === text.length) return [];
  const reader = otherReader(text);
  for (; at < text.length; at = nextOther(text, at + STRETCH)) reader.read(at - BEFORE, at + STRETCH);
  return reader.hits;
}

/** Greek to Georgian and beyond, and everything East Asian; punctuation that English uses is not among it. */
function nextOther(text: string, from: number): number {
  const bitmaps = bitmapsOf(text, WORDS);
  const { units } = bitmaps;
  const { length } = text;
  for (
    let at = bitmaps.next(BEYOND_ASCII, from, length);
    at < length;
    at = bitmaps.next(BEYOND_ASCII, at + 1, length)
  ) {
    const unit = units[at] as number;
    if (unit >= 0x370 && unit <= 0xd7ff && (unit <= 0x1cff || unit >= 0x3040)) return at;
  }
  return length;
}
