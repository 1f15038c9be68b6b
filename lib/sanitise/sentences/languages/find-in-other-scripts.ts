import type { FrameHit } from "./frame-reader.ts";
import { otherReader } from "./readers.ts";

/** Greek to Georgian and beyond, and everything East Asian; punctuation that English uses is not among it. */
const OTHER_SCRIPT = /[\u0370-\u1cff\u3040-\ud7ff]/g;
/** What stands around a letter of another script is read with it. */
const BEFORE = 40;
const STRETCH = 240;

/** What a text says in languages that are not written in Latin letters. */
export function findInOtherScripts(text: string): readonly FrameHit[] {
  OTHER_SCRIPT.lastIndex = 0;
  if (!OTHER_SCRIPT.test(text)) return [];
  const reader = otherReader(text);
  let at = OTHER_SCRIPT.lastIndex - 1;
  for (;;) {
    reader.read(at - BEFORE, at + STRETCH);
    OTHER_SCRIPT.lastIndex = at + STRETCH;
    if (!OTHER_SCRIPT.test(text)) return reader.hits;
    at = OTHER_SCRIPT.lastIndex - 1;
  }
}
