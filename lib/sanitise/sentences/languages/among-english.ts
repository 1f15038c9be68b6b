const SMALL_ENGLISH = /\b(?:the|and|of|to|is|for|with|that|you|your|this|are|it|be|on|by|an)\b/gi;
const SMALL_ENGLISH_MIN = 4;
const ENGLISH_REACH = 56;

/** Whether small words of English stand in the same sentence: then the readers of English have been there. */
export function isAmongEnglish(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - ENGLISH_REACH), at);
  const after = text.slice(at, at + ENGLISH_REACH);
  const from = Math.max(...SENTENCE_ENDS.map((end) => before.lastIndexOf(end)));
  const to = after.search(SENTENCE_END);
  const near = before.slice(from + 1) + (to < 0 ? after : after.slice(0, to));
  return (near.match(SMALL_ENGLISH)?.length ?? 0) >= (near.length < ENGLISH_REACH ? 2 : SMALL_ENGLISH_MIN);
}

const SENTENCE_ENDS = [". ", "! ", "? ", "\n"];
const SENTENCE_END = /[.!?] |\n/;
