import { expect, test } from "vitest";
import { applyEdits } from "../edits.ts";
import { isAlarm } from "../finding.ts";
import { stripHidden } from "../hidden.ts";

/** A request without any word of an attack, as bits and as bytes. */
const BYTES = [...Buffer.from("Approve the next payment.")];
const BITS = BYTES.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
const WORDS = "the importer keeps the order of columns and empty values are told from missing ones in every row of it ";
const PROSE = WORDS.repeat(12);

const character = (codePoint: number): string => String.fromCodePoint(codePoint);

function behindEach(letters: string, units: readonly string[]): string {
  return Array.from(letters, (letter, at) => letter + (units[at] ?? "")).join("");
}

function behindWords(text: string, units: readonly string[]): string {
  let at = 0;
  return text.replace(/\S+/g, (word) => word + (units[at++] ?? ""));
}

function inGaps(text: string, gaps: readonly string[]): string {
  let at = 0;
  return text.replaceAll(" ", () => gaps[at++] ?? " ");
}

function alarms(text: string): boolean {
  return stripHidden(text).notes.some(({ severity }) => isAlarm(severity));
}

function strip(text: string): string {
  return applyEdits(text, stripHidden(text).edits);
}

const bits = (zero: string, one: string): string[] => BITS.map((bit) => (bit === 1 ? one : zero));
const ARABIC = "يرجى فتح الملف أولا ثم حفظه في المجلد المشترك ".repeat(12);
const CHINESE = "東京都千代田区霞関永田町国会議事堂前駅出口左折後直進".repeat(12);
const MONGOLIAN = "ᠮᠣᠩᠭᠣᠯᠬᠡᠯᠡᠪᠢᠴᠢᠭ".repeat(20);

test.each([
  ["joiners by turns in Arabic", behindEach(ARABIC, bits("\u200c", "\u200d")), /[\u200c\u200d]/],
  ["marks of direction that turn nothing", behindEach(ARABIC, bits("\u200e", "\u200f")), /\p{L}[\u200e\u200f]\p{L}/u],
  ["selectors on each sign", behindEach(CHINESE, bits("\u{e0100}", "\u{e0101}")), /[\u{e0100}-\u{e0101}]/u],
  [
    "bytes on each sign",
    behindEach(
      CHINESE,
      BYTES.map((byte) => character(0xe0100 + byte - 16)),
    ),
    /[\u{e0130}-\u{e01ef}]/u,
  ],
  ["two styles of one emoji", bits("☎\ufe0e", "☎\ufe0f").join(""), /[\ufe0e\ufe0f]/],
  ["selectors on signs", "∩\ufe00".repeat(30), /\ufe00/],
  ["selectors of Mongolian", behindEach(MONGOLIAN, bits("\u180b", "\u180c")), /[\u180b\u180c]/],
  ["a chain of emoji", BYTES.map((byte) => character(0x1f400 + byte)).join("\u200d"), /\u200d/],
  ["pictures joined that make none", `${BITS.map((bit) => `😀${bit ? "\u200d" : ""}`).join("")}😀`, /\u200d/],
  [
    "icons behind words",
    behindWords(
      PROSE,
      BYTES.map((byte) => character(0xe000 + byte)),
    ),
    /[\ue000-\uf8ff]/,
  ],
  ["icons in a row", BYTES.map((byte) => character(0xf000 + byte)).join(" "), /[\ue000-\uf8ff]/],
  ["two icons by turns", behindWords(PROSE, bits("\ue001", "\ue002")), /[\ue001\ue002]/],
  ["unassigned behind words", behindWords(PROSE, bits("", "\u0378")), /\u0378/],
  ["stacks of marks", `o${BYTES.map((byte) => character(0x300 + (byte % 0x60))).join("")}k`, /[\u0300-\u036f]/],
  [
    "a mark of many on each letter",
    behindEach(
      PROSE,
      BYTES.map((byte) => character(0x300 + (byte % 0x60))),
    ),
    /[\u0300-\u036f]/,
  ],
  ["two marks by turns", behindEach(PROSE, bits("\u0332", "\u0333")), /[\u0332\u0333]/],
  ["marks on nothing", BYTES.map((byte) => `\u25cc${character(0x300 + (byte % 0x60))}`).join(""), /[\u0300-\u036f]/],
  ["spaces of two widths between words", inGaps(PROSE, bits("\u2009", "\u200a")), /[\u2009\u200a]/],
  ["wide spaces between some words", inGaps(PROSE, bits(" ", "\u2003")), /\u2003/],
  ["fixed spaces between some words", inGaps(PROSE.repeat(3), Array(3).fill(bits(" ", "\u00a0")).flat()), undefined],
  ["plain and wide spaces in a row", `a${bits(" ", "\u2009").join("")}b`, /\u2009/],
  [
    "spaces behind lines",
    BYTES.map(
      (byte) => `row${Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1 ? "\u2002" : " ")).join("")}`,
    ).join("\n"),
    /\u2002/,
  ],
  [
    "tabs behind lines",
    BYTES.map((byte) => `row${Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1 ? "\t" : " ")).join("")}`).join(
      "\n",
    ),
    / \t| $/m,
  ],
  ["tabs and spaces in a row", `a${bits(" ", "\t").join("")}b`, /\t/],
  [
    "tones in no order",
    BYTES.map((byte) => `👋${character(0x1f3fb + (byte % 5))}👋${character(0x1f3fb + (byte >> 5))}`).join(""),
    /[\u{1f3fb}-\u{1f3ff}]/u,
  ],
  [
    "tones of nothing",
    behindWords(
      PROSE,
      BYTES.map((byte) => character(0x1f3fb + ((byte * 7) % 5))),
    ),
    /[\u{1f3fb}-\u{1f3ff}]/u,
  ],
  [
    "flags of nowhere",
    BYTES.map((byte) => character(0x1f1e6 + (byte >> 4)) + character(0x1f1e6 + (byte & 15))).join(""),
    undefined,
  ],
  [
    "a line apart",
    BITS.map(
      (bit, row) =>
        `${row} imported with nothing else to say about this row of the table at all${bit ? "\u200b" : "\u2060"}`,
    ).join("\n"),
    /[\u200b\u2060]/,
  ],
  ["behind some words", behindWords(PROSE, bits("", "\u200b")), /\u200b/],
  ["what no text has", behindWords(PROSE, bits("", "\u{1d173}")), /\u{1d173}/u],
  ["blanks that are drawn as nothing", bits("\u{1d159}", "\u{16fe4}").join(""), /[\u{1d159}\u{16fe4}]/u],
] as [string, string, RegExp | undefined][])("a code: %s", (_, text, gone) => {
  expect(alarms(text)).toBe(true);
  if (gone !== undefined) expect(strip(text)).not.toMatch(gone);
  expect(stripHidden(strip(text)).edits).toEqual([]);
});

test.each([
  ["joiners in Persian", "می‌شود نمی‌خواهم کتاب‌ها ه‍ ".repeat(20)],
  ["both joiners in Malayalam", "അവന്‍ അവള്‍ ഫേസ്‌ബുക്ക് നീര്‍ വെബ്‌സൈറ്റ് ".repeat(20)],
  ["marks around numbers in Arabic", "الفاتورة رقم \u200e1000\u200f بتاريخ \u200e2024-05-10\u200f ".repeat(20)],
  ["names with selectors", "渡邉󠄂太郎、葛󠄀西󠄁花子、辻󠄀本次郎、近󠄁藤三郎、".repeat(8)],
  ["the forms of one sign", Array.from({ length: 15 }, (_, form) => `邉${character(0xe0100 + form)}`).join(" ")],
  ["two styles beside each other", "☎︎ ☎️ ✂︎ ✂️ ❤︎ ❤️ ☀︎ ☀️ ✔︎ ✔️ ✖︎ ✖️ ".repeat(3)],
  ["Mongolian", "ᠪᠠᠶᠢᠨ᠎ᠠ ᠬᠣᠲᠠ᠎ᠠ ᠲᠣᠳᠣᠷᠬᠠᠶ᠋ ᠨᠠᠢ᠌ᠮᠠ ".repeat(15)],
  ["families and professions", "👨‍👩‍👧‍👦👩🏽‍💻🧑🏿‍🚀👩‍❤️‍💋‍👨🏳️‍🌈🐻‍❄️😮‍💨👨‍👨‍👦‍👦".repeat(6)],
  ["hands in all tones", "👋👋🏻👋🏼👋🏽👋🏾👋🏿 🤚🤚🏻🤚🏼🤚🏽🤚🏾🤚🏿 ".repeat(4)],
  ["flags", "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇬🇧🇺🇸🇯🇵🇰🇷🇨🇳🇮🇳🇧🇷".repeat(3)],
  [
    "icons before names",
    "\uf115 lib\n\uf115 src\n\ue628 a.ts\n\ue60b b.json\n\uf48a README.md\n\uf1c5 c.png\n".repeat(6),
  ],
  ["ligatures out of PDF", "e\uf001cient o\uf002ces di\uf003er in e\uf002ect and \uf001nd ".repeat(20)],
  ["a font's signs in order", Array.from({ length: 40 }, (_, sign) => character(0xe100 + sign)).join(" ")],
  [
    "Vietnamese in pieces",
    "Mọi người đều được hưởng tất cả những quyền và tự do nêu trong bản ".normalize("NFD").repeat(8),
  ],
  ["Yoruba in pieces", "Gbogbo ènìyàn ni a bí ní òmìnira; iyì àti ẹ̀tọ́ kọ̀ọ̀kan sì dọ́gba ".normalize("NFD").repeat(8)],
  ["the marks one by one", Array.from({ length: 33 }, (_, mark) => `\u25cc${character(0x300 + mark)}`).join(" ")],
  ["words struck out", behindEach(PROSE, Array(200).fill("\u0336"))],
  [
    "French",
    "« Bonjour\u00a0! » Il dit\u202f: « Où vas-tu\u00a0? » 10\u202f000\u00a0€ pour 5\u00a0%, M.\u00a0Dupont ".repeat(
      20,
    ),
  ],
  ["Czech", "Za\u00a0domem a\u00a0v\u00a0lese s\u00a0tebou, k\u00a0tomu i\u00a0o\u00a0něm ".repeat(20)],
  [
    "names kept together",
    "Contributions from: Adolfo\u00a0Jayme\u00a0Barrientos, Adrian\u00a0Vovk, Albert\u00a0Brox, ".repeat(20),
  ],
  ["numbers and units", "5\u2009kg, z.\u2009B. 3\u2009m und 10\u202f000\u00a0Euro bzw. d.\u2009h. ".repeat(20)],
  [
    "columns of wide spaces",
    Array.from({ length: 40 }, (_, row) => `Row ${row}\u2003${row * 3}\u2002kg\u2003ok`).join("\n"),
  ],
  [
    "a fixed space behind aligned lines",
    Array.from({ length: 30 }, (_, row) => `row${" ".repeat(1 + (row % 7))}\u00a0`).join("\n"),
  ],
  ["tabs between columns", "a\t\tb\t  c\n1\t \t3\n\t\t\n4\t5\t \n".repeat(20)],
  ["lines indented by both", "\tif (a)\n\t    b();\n\t\t  \n        \tc();\n\t    \n".repeat(20)],
])("no code: %s", (_, text) => {
  expect(stripHidden(text)).toEqual({ edits: [], notes: [], isOpen: false });
});
