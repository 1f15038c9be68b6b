import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import { CARRIES, classOf, isDirectionalControl, isTag, isVariationSelector } from "#lib/sanitise/characters.ts";
import { eachHidden } from "#lib/sanitise/hidden-units.ts";
import { eachForeignLetter } from "#lib/sanitise/mixed-script.ts";
import type { Note } from "./note.ts";

/**
 * Characters that a person does not see or takes for others. The same tables and the same ideas of honest company as the
 * cleaner's, but a stricter verdict: a definition is written once and by hand, so nothing in it has a reason to be invisible.
 */
export function findHidden(text: string): Note[] {
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return [];
  return [...findInvisible(text), ...findControls(text), ...findForeign(text), ...findStyled(text)];
}

/** Invisible characters this near to each other are one finding. */
const NEAR = 16;

interface Run {
  start: number;
  end: number;
  count: number;
  grave: boolean;
}

function findInvisible(text: string): Note[] {
  const seen = new Map<number, number>();
  eachHidden(text, (at, codePoint) => seen.set(at, codePoint));
  for (const { index, 0: character } of text.matchAll(BLANK_OR_PRIVATE))
    seen.set(index, character.codePointAt(0) as number);
  const runs: Run[] = [];
  for (const [at, codePoint] of [...seen].sort(([a], [b]) => a - b)) {
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const last = runs.at(-1);
    if (last !== undefined && at - last.end <= NEAR) {
      last.end = end;
      last.count += 1;
      last.grave ||= isGrave(codePoint);
    } else runs.push({ start: at, end, count: 1, grave: isGrave(codePoint) });
  }
  return runs.slice(0, NOTES_MAX).map(({ start, end, count, grave }) => ({
    rule: grave || count >= 4 ? "hidden.characters" : "hidden.stray",
    start,
    end,
  }));
}

/** Blank glyphs that are no spaces, and private characters, which the cleaner lets pass in small numbers as icons. */
const BLANK_OR_PRIVATE = /[\u2800\ue000-\uf8ff\uffa0\u3164]/g;

function isGrave(codePoint: number): boolean {
  return (
    isTag(codePoint) ||
    isDirectionalControl(codePoint) ||
    (isVariationSelector(codePoint) && codePoint > 0xffff) ||
    codePoint >= 0xf0000 ||
    classOf(codePoint) === CARRIES
  );
}

/** Controls but tab and line ends, and lone halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]+/g;

function findControls(text: string): Note[] {
  const notes: Note[] = [];
  for (const { index, 0: run } of text.matchAll(CONTROLS)) {
    if (notes.length >= NOTES_MAX) break;
    // A lone backspace or form feed is how some documentation tools mark a paragraph.
    const severity = /^[\b\f\v]$/.test(run) ? "low" : undefined;
    notes.push({ rule: "hidden.control", severity, start: index, end: index + run.length });
  }
  if (!text.isWellFormed()) {
    for (let at = 0; at < text.length && notes.length < NOTES_MAX; at++) {
      const codePoint = text.codePointAt(at) as number;
      if (codePoint > 0xffff) at++;
      else if (codePoint >= 0xd800 && codePoint <= 0xdfff)
        notes.push({ rule: "hidden.control", start: at, end: at + 1 });
    }
  }
  return notes;
}

const NOTES_MAX = 50;

function findForeign(text: string): Note[] {
  const notes: Note[] = [];
  eachForeignLetter(text, (at, codePoint) => {
    const shown = prototypeOf(String.fromCodePoint(codePoint));
    const last = notes.at(-1);
    if (last !== undefined && at - last.end <= NEAR) notes[notes.length - 1] = { ...last, end: at + 1 };
    else if (notes.length < NOTES_MAX && /^[A-Za-z]/.test(shown))
      notes.push({ rule: "hidden.mixed-script", start: at, end: at + 1 });
  });
  return notes;
}

/** Mathematical, full-width, circled, small-capital and regional letters: four in a row are a word in disguise. */
const STYLED =
  /(?:[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\u{1f130}-\u{1f189}\u2460-\u2473\u{1f1e6}-\u{1f1ff}][\s\u200b-\u200d]?){5,}/gu;

function findStyled(text: string): Note[] {
  const notes: Note[] = [];
  for (const { index, 0: run } of text.matchAll(STYLED)) {
    if (notes.length >= NOTES_MAX) break;
    notes.push({ rule: "hidden.styled", start: index, end: index + run.trimEnd().length });
  }
  return notes;
}
