import type { Colours } from "./colours.ts";
import type { Severity } from "./finding.ts";
import { erasesSentence } from "./overwritten.ts";

/**
 * What a terminal does on a sequence with parameters, and whether honest programs have it do so: colours, unless they hide what is written
 * in them; the line drawn again, unless a sentence stood there.
 */
const COLOUR = { rule: "escape.colour", severity: "info" } as const;
const CONCEAL = { rule: "escape.conceal", severity: "medium" } as const;
const UNUSUAL_CSI = { rule: "escape.csi", severity: "medium" } as const;

/** Bracketed pasting, and redrawing at one go: shells and programs say so before each line. */
const MODES = new Set(["?25", "?2004", "?2026"]);

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
  if (final === 0x4b || ((final === 0x68 || final === 0x6c) && MODES.has(parameters)))
    return { rule: "escape.cursor", severity: "low" };
  if (final === 0x47 && /^[01]?$/.test(parameters) && isAtLineStart(text, start))
    return { rule: "escape.cursor", severity: "low" };
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
    if (((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) || (unit > 0xbf && (unit < 0x2000 || unit > 0x2bff)))
      letters += 1;
  }
  return letters >= 4;
}

/** Whether nothing but a few signs stands on the line before a place, or what stood there has just been erased. */
function isAtLineStart(text: string, end: number): boolean {
  if (text.startsWith("\x1b[2K", end - 4)) return true;
  let letters = 0;
  const least = Math.max(0, end - WORDS_REACH);
  for (let at = end - 1; at >= least; at--) {
    const unit = text.charCodeAt(at);
    if (unit === LF || unit === CR) return true;
    if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) letters += 1;
    if (letters > LETTERS_FEW) return false;
  }
  return least === 0;
}

/** Those of two sequences, and of one word beside a spinner. */
const LETTERS_FEW = 16;

const LF = 0x0a;
const CR = 0x0d;
