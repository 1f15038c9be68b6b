const REACH = 56;
/** So many small words make a long stretch English, and a short one. */
const ENOUGH = 4;
const ENOUGH_IN_SHORT = 2;
const LONGEST = 4;
const SMALL_WORDS = new Set(
  "the and of to is for with that you your this are it be on by an".split(" ").map((word) => {
    let key = 0;
    for (let at = 0; at < word.length; at++) key = (key << 8) | word.charCodeAt(at);
    return key;
  }),
);

/**
 * Whether small words of English stand in the same sentence: then the readers of English have been there. Asked at each word that
 * may open another language, of which a hostile text has one every few letters: so nothing is copied, and it ends with the last word
 * that is needed.
 */
export function isAmongEnglish(text: string, at: number): boolean {
  const start = sentenceStart(text, at);
  const end = sentenceEnd(text, at);
  let wanted = end - start < REACH ? ENOUGH_IN_SHORT : ENOUGH;
  for (let from = start; from < end; from++) {
    let key = 0;
    const first = from;
    for (; from < end; from++) {
      const unit = text.charCodeAt(from);
      if (!isOfWord(unit)) break;
      key = (key << 8) | unit | 0x20;
    }
    if (from - first > 1 && from - first <= LONGEST && SMALL_WORDS.has(key)) wanted -= 1;
    if (wanted === 0) return true;
  }
  return false;
}

function sentenceStart(text: string, at: number): number {
  const least = Math.max(0, at - REACH);
  for (let from = at; from > least; from--) if (endsSentence(text, from - 1, at)) return from;
  return least;
}

function sentenceEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + REACH);
  for (let to = at; to < most; to++) if (endsSentence(text, to, most)) return to;
  return most;
}

/** A line ends it, or one of `. ! ?` with a space behind it; what stands at `limit` is not looked at. */
function endsSentence(text: string, at: number, limit: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x0a) return true;
  return (unit === 0x2e || unit === 0x21 || unit === 0x3f) && at + 1 < limit && text.charCodeAt(at + 1) === 0x20;
}

/** A digit, a letter of ASCII, or a low line. */
function isOfWord(unit: number): boolean {
  const folded = unit | 0x20;
  return (folded >= 0x61 && folded <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}
