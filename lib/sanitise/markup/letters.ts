/** Small questions about single places of a text that every room of the neutraliser asks. */

export const LINE_FEED = 0x0a;
export const LESS = 0x3c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const BACKTICK = 0x60;
export const BACKSLASH = 0x5c;
export const COLON = 0x3a;

export function isLetter(unit: number): boolean {
  const folded = unit | 0x20;
  return folded >= 0x61 && folded <= 0x7a;
}

/** The first place in `[start, end)` that is no white space; `end` when all of it is. */
export function firstVisible(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0d) break;
    at++;
  }
  return at;
}

/** White space of any kind. Without an expression for what is ASCII, which is nearly all that is asked about. */
export function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return /\s/.test(String.fromCharCode(unit));
}
