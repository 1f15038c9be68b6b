import {
  add,
  and128,
  assemble,
  bitmask,
  bytes,
  bytesDiffer,
  bytesLess,
  bytesShiftedRight,
  type Code,
  eachByte,
  eachUnit,
  get,
  i32,
  leastUnits,
  lessThan,
  load128,
  loop,
  narrowUnits,
  or128,
  set,
  store16,
  swizzle,
} from "./assemble.ts";

/**
 * Where in a text which kinds of characters stand: for each kind a bitmap, one bit for each unit. A step that looks for signs asks for
 * the next one and has thirty-two units answered at once; the bitmaps of a group are made in one pass, sixteen units at a time.
 */
export const BEYOND_ASCII = 0;
/** Controls of seven and of eight bits, but for the tab and the ends of lines. */
export const CONTROL = 1;
/** Where markup may begin or end. */
export const MARKUP = 2;
export const LINE_END = 3;
export const COLON = 4;
/** Quotation marks, and backslashes: behind them another text may begin. */
export const QUOTE = 5;
export const LETTER = 6;
export const LETTER_OR_DIGIT = 7;
/** What base64 and its like are made of. */
export const RUN = 8;
/** What may break a word. */
export const BREAK = 9;
/** What may end a sentence, a member or a key, or lead to an address. */
export const STOP = 10;
export const BITMAPS = 11;

/** What the steps for characters ask for, what markup asks for, and what is asked for words. */
export const CHARACTERS = 0;
export const SIGNS = 1;
export const WORDS = 2;
const GROUPS: readonly (readonly number[])[] = [
  [BEYOND_ASCII, CONTROL],
  [MARKUP, LINE_END, COLON, QUOTE],
  [BEYOND_ASCII, LETTER, LETTER_OR_DIGIT, RUN, BREAK, STOP],
];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const CONTROLS = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit)).filter(
  (character) => (character < " " && !"\t\n\r".includes(character)) || character === "\x7f",
);

/** What of ASCII each bitmap holds. */
const HELD: readonly string[] = [
  "",
  CONTROLS.join(""),
  "<[]`\\\n",
  "\n",
  ":",
  '"\\',
  LETTERS,
  LETTERS + DIGITS,
  `${LETTERS + DIGITS}+/-_`,
  "*~`<&-\\\"'",
  '\n!".:;?@',
];

/** Units in one step of the pass. */
const STEP = 16;
/** One bit for a unit. */
export const BITMAP_SHARE = 8;

/** For each low half of a byte, which high halves a bitmap holds with it: one bit each, so nothing beyond ASCII is held. */
function rowsOf(held: string): number[] {
  const rows = Array<number>(16).fill(0);
  for (const character of held) {
    const unit = character.charCodeAt(0);
    rows[unit & 15] = (rows[unit & 15] as number) | (1 << (unit >> 4));
  }
  return rows;
}

// Where the units begin and end, where the bitmaps begin; then vectors.
const AT = 0;
const TO = 1;
const BITMAP = 2;
const BYTES = 3;
const LOW = 4;
const HIGH = 5;

const HIGH_BITS = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/** The passes for each group, over bitmaps that are `distance` bytes apart. */
export function passes(pages: number, distance: number): Uint8Array {
  const narrowed = (offset: number): Code => [...get(AT), ...load128(offset), ...eachUnit(0xff), ...leastUnits];
  const isHeld = (bitmap: number): Code => [
    ...[...bytes(rowsOf(HELD[bitmap] ?? "")), ...get(LOW), ...swizzle, ...get(HIGH), ...and128],
    ...[...eachByte(0), ...bytesDiffer],
  ];
  // The eight-bit ones are the least of all signed bytes.
  const isControl = [...isHeld(CONTROL), ...get(BYTES), ...eachByte(0xa0), ...bytesLess, ...or128];
  const mark = (bitmap: number): Code => {
    const mask = bitmap === BEYOND_ASCII ? get(BYTES) : bitmap === CONTROL ? isControl : isHeld(bitmap);
    return [...get(BITMAP), ...mask, ...bitmask, ...store16(bitmap * distance)];
  };
  const pass = (group: readonly number[]): Code =>
    loop([
      ...[...narrowed(0), ...narrowed(STEP), ...narrowUnits, ...set(BYTES)],
      ...[...get(BYTES), ...eachByte(15), ...and128, ...set(LOW)],
      ...[...bytes(HIGH_BITS), ...get(BYTES), ...i32(4), ...bytesShiftedRight, ...swizzle, ...set(HIGH)],
      ...group.flatMap(mark),
      ...[...get(BITMAP), ...i32(STEP / BITMAP_SHARE), ...add, ...set(BITMAP)],
      ...[...get(AT), ...i32(2 * STEP), ...add, ...set(AT)],
      ...[...get(AT), ...get(TO), ...lessThan],
    ]);
  return assemble(pages, 3, 3, GROUPS.map(pass));
}

let table: Uint16Array | undefined;

/** For each unit a bit for each bitmap that holds it. Made at the first question, for with WebAssembly nobody asks. */
function kindsOfUnits(): Uint16Array {
  table ??= Uint16Array.from({ length: 0x10000 }, (_, unit) =>
    HELD.reduce((kinds, held, bitmap) => kinds | (holds(bitmap, held, unit) ? 1 << bitmap : 0), 0),
  );
  return table;
}

function holds(bitmap: number, held: string, unit: number): boolean {
  if (bitmap === BEYOND_ASCII) return unit > 0x7f;
  if (bitmap === CONTROL && unit >= 0x80 && unit <= 0x9f) return true;
  return held.includes(String.fromCharCode(unit));
}

/** The same without WebAssembly, for the bitmaps of one group. `bitmaps` are as far apart as they are long. */
export function markBitmaps(units: Uint16Array, length: number, bitmaps: Uint32Array, group: number): void {
  const distance = bitmaps.length / BITMAPS;
  const kindsOf = kindsOfUnits();
  let wanted = 0;
  for (const bitmap of GROUPS[group] ?? []) {
    wanted |= 1 << bitmap;
    bitmaps.fill(0, bitmap * distance, bitmap * distance + Math.ceil(length / 32));
  }
  for (let at = 0; at < length; at++) {
    for (let kinds = (kindsOf[units[at] as number] as number) & wanted; kinds !== 0; kinds &= kinds - 1) {
      const word = (31 - Math.clz32(kinds & -kinds)) * distance + (at >>> 5);
      bitmaps[word] = (bitmaps[word] as number) | (1 << at);
    }
  }
}
