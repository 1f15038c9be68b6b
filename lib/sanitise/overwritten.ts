/**
 * What a terminal shows only until the next thing is written over it. Bars and spinners do that to numbers, signs and a few words; a whole
 * sentence that something else is written over was not meant for whoever watches.
 */
const WORDS_LEAST = 6;
const LINE_MAX = 400;
/** A word of two letters or more. */
const WORD = /[A-Za-z]{2,}/g;
/** What shows that something goes on. */
const PROGRESS =
  /%|\.\.\.\s*$|…|[#=█▓▒░■━─╸.-]{4}|\d\s*\/\s*\d|\[[^\]]{0,40}\]|[\u2800-\u28ff]|https?:\/\/\S{0,200}\s[\d.]+ ?[kM]?B/;

/** Whether `before` is a sentence, and `after` neither the rest of it nor the next state of the same. */
export function isSentenceGone(before: string, after: string): boolean {
  if (before.length > LINE_MAX || PROGRESS.test(before)) return false;
  const words = before.match(WORD);
  if (words === null || words.length < WORDS_LEAST) return false;
  if (words.length < 2 * WORDS_LEAST && !/[.!?]["')\]]?\s*$/.test(before) && words.length < WORDS_LEAST + 2)
    return false;
  const next = new Set(after.match(WORD));
  if (next.size === 0) return false;
  let same = 0;
  for (const word of words) if (next.has(word)) same += 1;
  return same * 3 < words.length;
}

/** What of its line stands before a place; the end of a longer one. */
export function lineBefore(text: string, at: number): string {
  const line = text.slice(Math.max(0, at - LINE_MAX - 1), at);
  return line.slice(Math.max(line.lastIndexOf("\n"), line.lastIndexOf("\r")) + 1);
}

/** Whether what is erased at `start`, by a sequence that ends at `end`, was a sentence, and something else follows. */
export function erasesSentence(text: string, start: number, end: number): boolean {
  let last = start;
  while (text.charCodeAt(last - 1) === CR) last--;
  if (!mayEndSentence(text, last)) return false;
  const before = lineBefore(text, last).replace(SEQUENCE, "");
  if (before.length < LINE_SHORT) return false;
  const behind =
    /^[^\n\r]*/.exec(
      text
        .slice(end, end + LINE_MAX)
        .replace(SEQUENCE, "")
        .replace(/^\r+/, ""),
    )?.[0] ?? "";
  return isSentenceGone(before, behind);
}

/** Behind one sequence or two, words without a control in them: what is no such thing is told so without being copied. */
function mayEndSentence(text: string, end: number): boolean {
  let at = end;
  for (let before = sequenceBefore(text, at), skipped = 0; before >= 0 && skipped < 2; skipped++) {
    at = before;
    before = sequenceBefore(text, at);
  }
  for (const least = at - WORDS_SHORT; at > least; at--) if (!(text.charCodeAt(at - 1) >= SPACE)) return false;
  return true;
}

/** Where the sequence with parameters begins that ends at `end`; -1 where none does. */
export function sequenceBefore(text: string, end: number): number {
  let at = end - 2;
  for (const least = Math.max(0, at - PARAMETERS_MAX); at > least; at--) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x3f) break;
  }
  return text.charCodeAt(at) === 0x5b && text.charCodeAt(at - 1) === ESC ? at - 1 : -1;
}

const PARAMETERS_MAX = 16;
const WORDS_SHORT = 16;
const ESC = 0x1b;
const CR = 0x0d;
const LINE_SHORT = 24;
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with one
const SEQUENCE = /\x1b\[[0-?]{0,16}[@-~]/g;

const BACKSPACE = 0x08;
const SPACE = 0x20;

/** Whether the steps back that begin at `start` take words back: one by one, or each with a space over what it takes. */
export function takesWordsBack(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === BACKSPACE || (before === SPACE && text.charCodeAt(start - 2) === BACKSPACE)) return false;
  let steps = 0;
  for (let at = start; steps < LINE_MAX; ) {
    if (text.charCodeAt(at) !== BACKSPACE) break;
    steps += 1;
    at += text.charCodeAt(at + 1) === SPACE && text.charCodeAt(at + 2) === BACKSPACE ? 3 : 1;
  }
  if (steps < STEPS_LEAST) return false;
  const line = text.slice(Math.max(0, start - steps), start);
  return !PROGRESS.test(line) && (line.match(WORD)?.length ?? 0) >= 3;
}

const STEPS_LEAST = 8;
