/**
 * How a typewriter made letters heavy or underlined, and `man` still does where nobody reads along: the letter, one step back, and the letter
 * again, or a low line before it. Paper shows one letter, and so does a terminal; but where the low line comes last a terminal shows that
 * alone, and hides the letter.
 */
const BACKSPACE = 0x08;
const LOW_LINE = 0x5f;

/** What of an overstruck letter goes, as the units before and behind the step back at `at`; undefined where nothing is overstruck. */
export function overstruck(text: string, at: number): { start: number; end: number } | undefined {
  if (text.charCodeAt(at) !== BACKSPACE) return undefined;
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(at + 1);
  if (!isLetter(before) || !isLetter(behind)) return undefined;
  if (before === behind || before === LOW_LINE) return { start: at - 1, end: at + 1 };
  return behind === LOW_LINE ? { start: at, end: at + 2 } : undefined;
}

/** Neither a blank nor a control, and no half of a pair. */
function isLetter(unit: number): boolean {
  return unit > 0x20 && unit !== 0x7f && !(unit >= 0x80 && unit <= 0xa0) && !(unit >= 0xd800 && unit <= 0xdfff);
}
