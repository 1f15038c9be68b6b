import { describe, expect, test } from "vitest";
import { Segments, segmentsOf } from "./segments.ts";

function lengths(pieces: Iterable<string>): number[] {
  return Array.from(pieces, ({ length }) => length);
}

function streamed(text: string, size: number): number[] {
  const segments = new Segments();
  const found: number[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...lengths(segments.push(text.slice(at, at + size))));
  return [...found, ...lengths(segments.finish())];
}

test("what stands before a border is known behind it, wherever a chunk ends", () => {
  // A closing quotation mark of UTF-8 that was read as Latin-1: its last character opens a terminal string only where no other stands before it.
  const quotation = "\u00e2\u20ac\u009d";
  for (let border = 60_000; border <= 300_000; border += 60_000) {
    const text = "x".repeat(border - 2) + quotation + "y".repeat(2_500_000);
    expect(streamed(text, 65_536)).toEqual(lengths(segmentsOf(text)));
  }
});

test("a stream is given out as soon as it can be cut: no more of it is held than a few pieces", () => {
  const segments = new Segments();
  let pushed = 0;
  let given = 0;
  for (let turn = 0; turn < 200; turn++) {
    pushed += 5_000;
    for (const piece of segments.push(`${"line of a log\n".repeat(400).slice(0, 4_999)}\n`)) given += piece.length;
    expect(pushed - given).toBeLessThan(300_000);
  }
});

describe("what belongs together is not parted", () => {
  const BORDER = 60_000;
  const parted = (before: string, filler: string, whole: string): boolean => {
    for (let at = 1; at < whole.length; at++) {
      const lead = filler.repeat(Math.ceil(BORDER / filler.length)).slice(0, BORDER - before.length - at);
      const text = before + lead + whole + filler.repeat(2_000);
      if (!Array.from(segmentsOf(text)).some((piece) => piece.includes(whole))) return true;
    }
    return false;
  };

  test.each([
    ["a marker", "", "\t", "\u27e6credential: url-password #1\u27e7"],
    ["a marker behind a word", "", "a b, ", "\u27e6hidden: comment k3f9\u27e7"],
    ["a name and its password in one line", "", '{"a": "b"},', '"password": "Hr#ML2D0Yfo1!nc"'],
    ["a name and its password without a space", "", '{"a":"b"},', '"password":"Hr#ML2D0Yfo1!nc"'],
    ["a token of a chat template", "", "*", "<|im_start|>"],
    ["such a token of two words", "", "one two ", "<| im_start |>"],
    ["such a token in square brackets", "", "é", "[/INST]"],
    ["a header", "", "one, two ", "Authorization: Bearer pVb1YvYzGZ9TqkD3"],
    ["the beginning of a key", "", '{"a": "b"},', '"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG"'],
    ["a name and its value on two lines", "", "- a: b\n", "- name: DB_PASSWORD\n  value: pVb1YvYzGZ9TqkD3\n"],
    ["a token", "", "\t", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.pVb1YvYzGZ9TqkD3"],
  ])("%s", (_, before, filler, whole) => {
    expect(parted(before, filler, whole)).toBe(false);
  });
});
