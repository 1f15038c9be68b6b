import { expect, test } from "vitest";
import { clean } from "./clean.ts";
import { isAlarm } from "./finding.ts";

/** A request without any word of an attack: what alarms can only be how it is written. */
const REQUEST = "Please move the balance of the second account before Friday";

function cutBy(mark: string): string {
  return REQUEST.split(" ")
    .map((word) => (word.length < 5 ? word : `${word.slice(0, 3)}${mark}${word.slice(3)}`))
    .join(" ");
}

function alarms(text: string): boolean {
  return clean(text).findings.some(({ severity }) => isAlarm(severity));
}

test.each([
  ["a colour", "\x1b[31m"],
  ["a reset", "\x1b[0m"],
  ["an 8-bit colour", "\x9b1m"],
  ["a character set", "\x1b(B"],
  ["a backspace", "\b"],
  ["a next-line control", "\x85"],
  ["a zero-width space", "\u200b"],
  ["a joiner", "\u200d"],
  ["a word joiner", "\u2060"],
  ["a directional mark", "\u200e"],
  ["an invisible separator", "\u2063"],
  ["a character that is not assigned", "\u0378"],
  ["a hieroglyph's format control", "\u{13430}"],
])("words cut by %s are an alarm whatever they say", (_, mark) => {
  expect(alarms(cutBy(mark))).toBe(true);
  // The control: the same words, whole.
  expect(alarms(REQUEST)).toBe(false);
});

test("fillers of Hangul in place of spaces are an alarm", () => {
  expect(alarms(REQUEST.replaceAll(" ", "\u3164"))).toBe(true);
});

test.each([
  [
    "a search marks words and beginnings of them",
    "\x1b[31merror\x1b[ms in a, \x1b[31merror\x1b[ms in b, \x1b[31merror\x1b[ms in c",
  ],
  ["a log is coloured by the word", "\x1b[32mok\x1b[0m one \x1b[33mwarn\x1b[0m two \x1b[31mfail\x1b[0m three"],
  ["a text out of PDF has ligatures of its own", "e\uf001cient o\uf002ces di\uf002er in e\uf002ect"],
  ["a printer is told where to part", "Ver\u00adant\u00adwor\u00adtung tra\u00adgen wir ge\u00admein\u00adsam"],
  [
    "a name may break before its capitals",
    "some\u200bLong\u200bName and other\u200bLong\u200bName and third\u200bLong\u200bName",
  ],
])("%s: no alarm", (_, text) => {
  expect(alarms(text)).toBe(false);
});

test("capitals that are cut are an alarm where they are words", () => {
  expect(alarms(cutBy("\x1b[1m").toUpperCase().replaceAll("\x1b[1M", "\x1b[1m"))).toBe(true);
  expect(alarms(Array.from(REQUEST.toUpperCase()).join("\x1b[1m"))).toBe(true);
  expect(alarms(Array.from("GATTACAGATTACA CATGATTAG TTAGACCA GATTACA").join("\x1b[32m"))).toBe(false);
});
