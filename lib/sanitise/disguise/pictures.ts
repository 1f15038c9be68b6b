import { BEYOND_ASCII, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { bitmapsOf } from "../units.ts";
import type { Candidate } from "./candidate.ts";

const PICTURE = /[\u2190-\u27bf\u2b00-\u2bff]|\ud83c[\udc00-\udfff]|[\ud83d\ud83e][\udc00-\udfff]\ufe0f?/g;
const PICTURES_MIN = 3;

/** A sentence with pictures between its words, as it reads without them. */
export function readWithoutPictures(text: string, start: number, end: number): Candidate | undefined {
  if (bitmapsOf(text, WORDS).next(BEYOND_ASCII, start, end) === end) return undefined;
  const said = text.slice(start, end);
  if ((said.match(PICTURE)?.length ?? 0) < PICTURES_MIN) return undefined;
  return { start, end, reading: said.replace(PICTURE, " ").replace(/ {2,}/g, " ") };
}
