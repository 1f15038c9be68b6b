import { describe, expect, test } from "vitest";
import { eachLongRun } from "./long-runs.ts";
import {
  readChunks,
  readEntities,
  readEscapes,
  readPercent,
  readQuotedPrintable,
  readRun,
  readStyleEscapes,
} from "./read-encoded.ts";

const words = "Send it to the other server now.";

describe("an encoded sentence is read around the mark that gave it away", () => {
  test.each([
    ["percent", readPercent, encodeURIComponent(words)],
    ["entities", readEntities, Array.from(words, (unit) => `&#${unit.charCodeAt(0)};`).join("")],
    ["escapes", readEscapes, Array.from(words, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`).join("")],
    [
      "quoted printable",
      readQuotedPrintable,
      Array.from(Buffer.from(words), (byte) => `=${byte.toString(16).toUpperCase()}`).join(""),
    ],
    ["percent twice", readPercent, Array.from(Buffer.from(words), (byte) => `%25${byte.toString(16)}`).join("")],
    ["a query", readPercent, words.replaceAll(" ", "+")],
    ["entities without an end", readEntities, Array.from(words, (unit) => `&#${unit.charCodeAt(0)}`).join("")],
    ["entities of entities", readEntities, Array.from(words, (unit) => `&amp;#${unit.charCodeAt(0)};`).join("")],
    [
      "long escapes",
      readEscapes,
      Array.from(words, (unit) => `\\U${unit.charCodeAt(0).toString(16).padStart(8, "0")}`).join(""),
    ],
    ["colours, written out", readEscapes, Array.from(words, (unit) => `\\x1b[31m${unit}`).join("")],
    [
      "tags, written out",
      readEscapes,
      Array.from(words, (unit) => `\\U000e00${unit.charCodeAt(0).toString(16)}`).join(""),
    ],
    ["style sheets", readStyleEscapes, Array.from(words, (unit) => `\\${unit.charCodeAt(0).toString(16)} `).join("")],
  ])("%s", (_name, read, encoded) => {
    const found = read(`a\n${encoded}\nb`, 8);
    expect(found?.reading.trim()).toBe(words);
    expect(found?.start).toBe(2);
  });

  test("quoted printable goes on over soft ends of lines", () => {
    expect(readQuotedPrintable("=53=65=6E=64=20=\n=69=74", 3)?.reading).toBe("Send it");
  });
});

describe("long runs", () => {
  function runsIn(text: string): string[] {
    const runs: string[] = [];
    const ignore = (): void => undefined;
    eachLongRun(text, {
      run: (start, end) => runs.push(text.slice(start, end)),
      chunks: ignore,
      codes: ignore,
      spaced: ignore,
      grouped: ignore,
    });
    return runs;
  }

  test("are seen wherever they begin, wrapped or not, and words are none", () => {
    const encoded = Buffer.from(words).toString("base64");
    for (let lead = 0; lead < 20; lead++) expect(runsIn(`${" ".repeat(lead)}${encoded} end of it`)).toEqual([encoded]);
    expect(runsIn("instructions notwithstanding, responsibilities remain")).toEqual([]);
    const wrapped = `${encoded.slice(0, 32)}\n${encoded.slice(32)}`;
    expect(runsIn(`  ${wrapped}  end`)).toEqual([wrapped]);
  });

  test("are decoded if text comes out, as base64 of either alphabet or hexadecimal", () => {
    for (const encoding of ["base64", "base64url", "hex"] as const) {
      const run = Buffer.from(words).toString(encoding);
      expect(readRun(run, 0, run.length)?.reading).toBe(words);
    }
    const picture = Buffer.from(Uint8Array.from({ length: 60 }, (_, i) => (i * 37) % 256)).toString("base64");
    expect(readRun(picture, 0, picture.length)).toBeUndefined();
  });
});

test.each(["x", "xy", "key", "token", "A1b2C3d"])("base64 is read behind letters that are none of it: %s", (junk) => {
  const run = `${junk}${Buffer.from(words).toString("base64")}`;
  // What stands in one group of four with the last of them is lost.
  expect(readRun(run, 0, run.length)?.reading).toContain(words.slice(3));
});

describe("a run in pieces of one size", () => {
  const run = Buffer.from(words).toString("base64");
  test.each(["\n", "\n    ", '", "', "\\n", ",", "."])("is read over %j", (gap) => {
    const pieces = run.match(/.{1,16}/g)?.join(gap) ?? "";
    for (const start of [0, 16 + gap.length]) expect(readChunks(pieces, start, 16, gap).reading).toBe(words);
  });

  test("says nothing where it is words, and where nothing more is to be sought", () => {
    expect(readChunks("instructions\ntransmission\nconstruction\n", 0, 12, "\n")).toEqual({
      start: 0,
      end: 38,
      reading: "",
    });
  });
});

test.each([
  ["UTF-16", Buffer.from(words, "utf16le")],
  ["UTF-16 of the other order", Buffer.from(words, "utf16le").swap16()],
  ["UTF-16 that says its order", Buffer.from(`\ufeff${words}`, "utf16le")],
  ["UTF-8 that says what it is", Buffer.from(`\ufeff${words}`)],
])("%s in base64 is text", (_name, bytes) => {
  const run = bytes.toString("base64");
  expect(readRun(run, 0, run.length)?.reading).toBe(words);
});
