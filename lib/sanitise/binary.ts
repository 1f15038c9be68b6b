/**
 * Tells data from text. A model that is handed a compressed file reads noise in which anything can hide; it is told how much
 * there was instead. Terminal output is full of escapes and is text, so those do not count.
 */
const LOOKED_AT = 4096;
const LEAST = 32;
const NOISE_SHARE = 0.1;

/** How files of common kinds begin, as they look when their bytes are read as text. */
const MAGIC =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  /^(?:\x89PNG|\ufffdPNG\r\n|%PDF-\d|PK\x03\x04|\x7fELF|GIF8[79]a|\ufffd\ufffd\ufffd\ufffd\x00\x10JFIF|\x1f[\x8b\ufffd]\x08|\x00asm|RIFF[\s\S]{4}WEBP|SQLite format 3\x00|\ufffd{4}\x00)/;

export function isBinary(text: string): boolean {
  const head = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  if (head.length < LEAST) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  if (!/[\x00-\x06\x0e-\x1a\x1c-\x1f\ufffd]/.test(head)) return false;
  if (MAGIC.test(head)) return true;
  let noise = 0;
  let nul = false;
  let run = 0;
  let longest = 0;
  const kinds = new Set<number>();
  for (let i = 0; i < head.length; i++) {
    const unit = head.charCodeAt(i);
    if (unit === 0) nul = true;
    const isNoise = unit === 0xfffd || (unit < 0x20 && !isUsual(unit));
    run = isNoise ? run + 1 : 0;
    if (!isNoise) continue;
    noise += 1;
    longest = Math.max(longest, run);
    kinds.add(unit);
  }
  if (noise <= head.length * (nul ? NOISE_SHARE / 2 : NOISE_SHARE * 2)) return false;
  // Between the letters of a text one control or two, over and over: somebody hides it, or it was written in two bytes a letter.
  return kinds.size > SPLITTERS_MAX || longest > SPLITTERS_MAX || kinds.has(0xfffd);
}

const SPLITTERS_MAX = 2;

/** Tab, line ends, bell, backspace, escape. */
function isUsual(unit: number): boolean {
  return (unit >= 0x07 && unit <= 0x0d) || unit === 0x1b;
}
