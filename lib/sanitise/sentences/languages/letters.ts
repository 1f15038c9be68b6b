const SPACE = 32;

/** Letters of one script that are written for each other. */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ["\u0649", "\u064a"],
  ["\u06cc", "\u064a"],
  ["\u06a9", "\u0643"],
  ["\u0629", "\u0647"],
  ["\u06c1", "\u0647"],
  ["\u06be", "\u0647"],
  ["\u0671", "\u0627"],
  ["\u03c2", "\u03c3"],
  ["\u2019", "'"],
  ["\u02bc", "'"],
]);

/** Vowel points of Hebrew and Arabic, tatweel, nukta, marks on Latin letters: first and last of each row. */
const LEFT_OUT = [
  [0x0300, 0x036f],
  [0x0591, 0x05c7],
  [0x0610, 0x061a],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x093c, 0x093c],
  [0x09bc, 0x09bc],
] as const;

/**
 * Both tables are filled a row of 256 units at a time, when a text first has one of them: a text has letters of two or three scripts,
 * and asking for all of them made every start of a program wait for a tenth of a second.
 */
const ROW = 256;

/** For each unit: what it reads as, or nothing for marks that are left out as often as they are written. */
const READS_AS: (Uint16Array | undefined)[] = new Array(ROW).fill(undefined);
const IS_LETTER: (Uint8Array | undefined)[] = new Array(ROW).fill(undefined);

/** Stems and texts are compared by these: whatever two writers of a language would write differently is one letter here. */
export function letterOf(unit: number): number {
  const row = READS_AS[unit >> 8] ?? readRow(unit >> 8);
  return row[unit & 0xff] as number;
}

export function isLetter(unit: number): boolean {
  const row = IS_LETTER[unit >> 8] ?? letterRow(unit >> 8);
  return row[unit & 0xff] === 1;
}

function readRow(number: number): Uint16Array {
  const row = Uint16Array.from({ length: ROW }, (_, place) => readUnit(number * ROW + place));
  READS_AS[number] = row;
  return row;
}

function letterRow(number: number): Uint8Array {
  const row = Uint8Array.from({ length: ROW }, (_, place) =>
    /[\p{L}\p{M}]/u.test(String.fromCharCode(number * ROW + place)) ? 1 : 0,
  );
  IS_LETTER[number] = row;
  return row;
}

function isLeftOut(unit: number): boolean {
  return LEFT_OUT.some(([first, last]) => unit >= first && unit <= last);
}

/** Han, Hangul, halves of pairs and what is nobody's: two thirds of all units. They would read as themselves, so they are not looked at. */
function isItself(unit: number): boolean {
  return (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xf900);
}

function readUnit(unit: number): number {
  if (isItself(unit)) return unit;
  const character = String.fromCharCode(unit);
  if (/[\s\u200b-\u200d]/.test(character)) return unit === 0x200c || unit === 0x200d || unit === 0x200b ? 0 : SPACE;
  if (isLeftOut(unit)) return 0;
  const [first = character] = character.toLowerCase().normalize("NFD");
  const plain =
    /\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Arabic}/u.test(first) && first.length === 1 ? first : undefined;
  return (VARIANTS.get(plain ?? character.toLowerCase()) ?? plain ?? character.toLowerCase()).charCodeAt(0);
}
