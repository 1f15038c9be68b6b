import type { Colours } from "./colours.ts";
import type { Severity } from "./finding.ts";
import { erasesSentence, sequenceBefore } from "./overwritten.ts";

/**
 * What a terminal does on a sequence with parameters, and whether honest programs have it do so: colours, unless they hide what is written
 * in them; the line drawn again, unless a sentence stood there.
 */
const COLOUR = { rule: "escape.colour", severity: "info" } as const;
const CONCEAL = { rule: "escape.conceal", severity: "medium" } as const;
const CURSOR = { rule: "escape.cursor", severity: "low" } as const;
const UNUSUAL_CSI = { rule: "escape.csi", severity: "medium" } as const;

/** Bracketed pasting, and redrawing at one go: shells and programs say so before each line. */
const MODES = new Set(["?2004", "?2026"]);

export function judgeCsi(
  parameters: string,
  final: number,
  text: string,
  start: number,
  end: number,
  colours: Colours,
): { rule: string; severity: Severity } {
  if (final === 0x6d && !UNCOLOURED.test(parameters)) {
    const { hides } = colours.obey(parameters);
    return hides || (colours.areAlike && writesWords(text, end)) ? CONCEAL : COLOUR;
  }
  // Clearing the line and hiding the cursor are what progress bars do.
  if (final === 0x4b && erasesSentence(text, start, end)) return UNUSUAL_CSI;
  if (final === 0x4b || parameters === "?25") return CURSOR;
  // Programs of today write no introducer of eight bits, and none draws a line anew in the middle of a word.
  if (text.charCodeAt(start) !== ESC || isInWord(text, start, end)) return UNUSUAL_CSI;
  if ((final === 0x68 || final === 0x6c) && MODES.has(parameters)) return CURSOR;
  if (final === 0x47 && /^[01]?$/.test(parameters) && isAtLineStart(text, start)) return CURSOR;
  return UNUSUAL_CSI;
}

/** Other sequences than those for colours, or broken ones. */
const UNCOLOURED = /[^\d;:]/;
const WORDS_REACH = 64;

/** So many letters before the next control, that somebody would read if he could: blocks of a colour have none. */
function writesWords(text: string, from: number): boolean {
  let letters = 0;
  for (let at = from; at < from + WORDS_REACH && letters < 4; at++) {
    const unit = text.charCodeAt(at);
    if (!(unit >= 0x20) || (unit >= 0x7f && unit < 0xa0)) break;
    if (isLetter(unit) || (unit > 0xbf && (unit < 0x2000 || unit > 0x2bff))) letters += 1;
  }
  return letters >= 4;
}

/** Whether no word stands on the line before a place, or one beside the sign of a spinner: what is written there is drawn anew. */
function isAtLineStart(text: string, end: number): boolean {
  const least = Math.max(0, end - WORDS_REACH);
  let letters = 0;
  let isSpinner = false;
  for (let at = end; at > least; ) {
    const unit = text.charCodeAt(at - 1);
    if (unit === LF || unit === CR) break;
    const start = sequenceBefore(text, at);
    if (start < 0) {
      if (isLetter(unit)) letters += 1;
      else if (unit >= 0x2000) isSpinner = true;
      at -= 1;
    } else at = start;
  }
  return letters === 0 || (isSpinner && letters <= LETTERS_FEW);
}

function isInWord(text: string, start: number, end: number): boolean {
  return isLetter(text.charCodeAt(start - 1)) && isLetter(text.charCodeAt(end)) && sequenceBefore(text, start) < 0;
}

function isLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
}

const LETTERS_FEW = 32;

const ESC = 0x1b;
const LF = 0x0a;
const CR = 0x0d;
