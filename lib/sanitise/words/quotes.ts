/** A stretch between quotation marks, in offsets of the normalised text. */
export interface Quote {
  readonly start: number;
  readonly end: number;
}

const MARKS: Readonly<Record<string, string>> = { '"': '"', "`": "`", "\u00ab": "\u00bb", "'": "'" };
/** Longer than any example that is quoted in good faith; also what an open mark costs at most. */
const QUOTE_MAX = 300;

/** Stretches between quotation marks. A mark inside of a word is an apostrophe. */
export function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = [];
  for (let at = 0; at < text.length; at++) {
    const closing = MARKS[text[at] as string];
    if (closing === undefined || (closing === "'" && isLetter(text.charCodeAt(at - 1)))) continue;
    const end = closeQuote(text, at, closing);
    if (end === -1) continue;
    quotes.push({ start: at, end });
    at = end;
  }
  return quotes;
}

function closeQuote(text: string, start: number, closing: string): number {
  const limit = Math.min(text.length, start + QUOTE_MAX);
  for (let at = start + 1; at < limit; at++) {
    if (text[at] !== closing) continue;
    if (closing === "'" && isLetter(text.charCodeAt(at + 1))) continue;
    return at;
  }
  return -1;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || code > 127;
}
