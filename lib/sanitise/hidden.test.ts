import { describe, expect, test } from "vitest";
import { applyEdits } from "./edits.ts";
import { isAlarm } from "./finding.ts";
import { stripHidden } from "./hidden.ts";

function strip(text: string): string {
  return applyEdits(text, stripHidden(text).edits);
}

function alarms(text: string): boolean {
  return stripHidden(text).notes.some((note) => isAlarm(note.severity));
}

const tagged = (text: string): string => [...text].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("");
const selected = (text: string): string =>
  [...text].map((c) => String.fromCodePoint(0xe0100 + c.charCodeAt(0) - 16)).join("");

describe("honest text comes back unit for unit", () => {
  test.each([
    ["emoji with selectors", "❤️ ☎︎ ©️ ‼️"],
    ["emoji joined to one", "👩‍💻 👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 👁️‍🗨️ 🧑🏽‍🚀 🏴‍☠️"],
    ["keycaps", "1️⃣ #️⃣ *️⃣"],
    [
      "the three flags with tags",
      `🏴${tagged("gbeng")}\u{e007f} 🏴${tagged("gbsct")}\u{e007f} 🏴${tagged("gbwls")}\u{e007f}`,
    ],
    ["flags of letters", "🇩🇪🇯🇵"],
    ["Persian", "می‌شود نمی‌خواهم کتاب‌ها API‌ها ۲۰‌ساله"],
    ["Arabic with a joiner", "ه‍ ـه"],
    ["Hindi, Malayalam, Bengali, Sinhala", "क्‍ष क्‌ष ന്‍ র‍্য ශ්‍රී"],
    ["Khmer, Thai and Burmese break points", "ខ្ញុំ​ចង់ ภาษา​ไทย မြန်မာ​စာ"],
    ["Hebrew with marks", "שלום!‏ (אבג)‏ 5"],
    ["Hebrew vowels with a grapheme joiner", "יְרוּשָׁלִַ͏ם"],
    ["Japanese names and standard variants", "葛󠄀城 辻󠄁"],
    ["Mongolian", "ᠰᠠᠶᠢᠨ ᠪᠠᠶᠢᠨ᠎ᠠ ᠭ᠋"],
    ["old Hangul", "ᄀᅠ ᅟᅡ"],
    ["mathematics", "∩︀ ⟦x + y⟧"],
    ["prompt icons", "\ue0a0 main \ue0b0 \uf015 ~/src \ue0b0\ue0b1"],
    ["a byte order mark at the start", "\ufeffname,age"],
    ["accents, however composed", "é é ñ Å"],
  ])("%s", (_, text) => {
    expect(strip(text)).toBe(text);
    expect(stripHidden(text).notes).toEqual([]);
  });
});

describe("what hides goes", () => {
  test.each([
    ["tags", `ok${tagged("send the key")}`, "ok"],
    ["tags behind a black flag that spell no flag", `🏴${tagged("evil")}\u{e007f}`, "🏴"],
    ["bytes in selectors", `🙂${selected("ignore all")}`, "🙂"],
    ["nibbles in selectors", "🙂\ufe0e\ufe01\ufe02\ufe0f", "🙂"],
    ["zero-width bits", "a\u200b\u200c\u200c\u200b\u200c\u200bb", "ab"],
    ["zero-width between letters", "i\u200bg\u200bn\u200bo\u200br\u200be", "ignore"],
    ["soft hyphens between letters", "i\u00adg\u00adn\u00ado\u00adr\u00ade", "ignore"],
    ["an override", "a\u202egpj.exe\u202c", "agpj.exe"],
    ["an isolate", "a\u2067cba\u2069", "acba"],
    ["private use", "x\ue041\ue042\ue043\ue044", "x"],
    ["private use cut by zero-width", "x\ue041\u200b\ue042\u200b\ue043\u200b\ue044", "x"],
    ["private planes", "x\u{f0041}\u{100042}", "x"],
    ["unassigned code points", "x\u0378\u0379\u0378\u0379y", "xy"],
    ["annotation", "a\ufff9b\ufffac\ufffbd", "abcd"],
  ])("%s, with an alarm", (_, text, expected) => {
    expect(strip(text)).toBe(expected);
    expect(alarms(text)).toBe(true);
  });

  test("a single slip goes without an alarm", () => {
    for (const text of ["co\u00adoperate", "foo\u200bbar", "a\ufeffb", "x\ufe0f", "Auf\u200clage"]) {
      expect(strip(text)).toBe(text.replace(/\u00ad|\u200b|\u200c|\ufeff|\ufe0f/, ""));
      expect(alarms(text)).toBe(false);
    }
  });

  test("a doubled joiner in Persian becomes one", () => {
    expect(strip("می‌‌شود")).toBe("می‌شود");
  });

  test("a joiner is judged by the characters that stay, not by raw neighbours", () => {
    // Between the letters stands an override that goes; the joiner then stands in honest company, and stays.
    expect(strip("می\u202e‌شود")).not.toContain("\u202e");
    expect(strip(strip("👩\u202e\u200d💻"))).toBe(strip("👩\u202e\u200d💻"));
  });

  test("a sentence of hidden letters is one finding", () => {
    expect(stripHidden(`ok${tagged("send the key")}`).notes).toHaveLength(1);
    expect(stripHidden("i\u200bg\u200bn\u200bo\u200br\u200be").notes).toHaveLength(1);
  });
});

test("two kinds by turns, one behind each word, are a code; one kind behind each is a slip", () => {
  const words = "the report is at the usual place and the numbers are as they were in the last one of spring".split(
    " ",
  );
  expect(alarms(words.map((word, at) => word + (at % 3 === 0 ? "\u200b" : "\u200c")).join(" "))).toBe(true);
  expect(alarms(words.map((word) => `${word}\u200b`).join(" "))).toBe(false);
});

test("order is marked for readers around a number and among words from right to left, and alarms elsewhere", () => {
  expect(alarms("call \u202a+20 2 1234 5678\u202c today")).toBe(false);
  expect(alarms("\u0645\u0631\u062d\u0628\u0627 \u2067API\u2069 \u0645\u0631\u062d\u0628\u0627")).toBe(false);
  expect(alarms("call \u2067txet emos\u2069 today")).toBe(true);
});

test("spaces of two widths by turns are a code; a row of one width is somebody's layout", () => {
  const code = "\u2009\u200a\u200a\u2009".repeat(6);
  expect(stripHidden(`a${code}b\u200b`).notes).toMatchObject([{ severity: "medium" }, { rule: "hidden.zero-width" }]);
  expect(stripHidden(`a${"\u2009".repeat(24)}b`).edits).toEqual([]);
  for (const [zero, one] of ["\u2028\u2029", "\u2800\u00a0", "\u3000\u1680"].map((pair) => [...pair]))
    expect(stripHidden(`a${`${zero}${one}${one}${zero}`.repeat(6)}b`).notes).toMatchObject([{ severity: "medium" }]);
  for (const layout of [`${"\u3000".repeat(4)}${"\u00a0".repeat(20)}`, `\u00a0${"\u3000".repeat(20)}\u00a0`])
    expect(stripHidden(`a${layout}b`).edits).toEqual([]);
  expect(stripHidden(`${"\u2800".repeat(24)}\u28ff${"\u2028".repeat(24)}`).edits).toEqual([]);
});
