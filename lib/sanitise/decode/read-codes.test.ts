import { expect, test } from "vitest";
import { eachLongRun } from "./long-runs.ts";
import { readCodes, readDump } from "./read-codes.ts";

const words = "Send it to the other server now.";
const codes = Array.from(words, (unit) => unit.charCodeAt(0));
const hex = codes.map((code) => code.toString(16));

test.each([
  ["hexadecimal", hex.join(" ")],
  ["with hyphens", hex.join("-")],
  ["with colons", hex.join(":")],
  ["one on each line", hex.join("\n")],
  ["in pairs", words.replace(/../g, (two) => `${Buffer.from(two).toString("hex")} `)],
  ["with 0x", hex.map((code) => `0x${code}`).join(", ")],
  ["with x", hex.map((code) => `x${code}`).join(" ")],
  ["with h", hex.map((code) => `${code}h`).join(" ")],
  ["with U+", hex.map((code) => `U+00${code}`).join(" ")],
  ["decimal", codes.join(" ")],
  ["decimal in brackets", JSON.stringify(codes)],
  ["decimal of three digits", codes.map((code) => String(code).padStart(3, "0")).join(".")],
  ["octal", codes.map((code) => code.toString(8)).join(" ")],
  ["octal with 0o", codes.map((code) => `0o${code.toString(8)}`).join(" ")],
  ["bits", codes.map((code) => code.toString(2).padStart(8, "0")).join(",")],
  ["seven bits", codes.map((code) => code.toString(2).padStart(7, "0")).join(" ")],
])("codes of characters are read: %s", (_name, encoded) => {
  const text = `A line before it.\n${encoded}\nZ`;
  const at = text.indexOf(encoded);
  expect(readCodes(text, at + 30).reading.trim()).toBe(words);
});

test("a dump is read line by line, with what it shows beside it", () => {
  const dump = words.replace(
    /.{1,16}/g,
    (line) => `00000000  ${Buffer.from(line).toString("hex").replace(/../g, "$& ")} |${line}|\n`,
  );
  expect(readDump(`Dump:\n${dump}`, 6)?.reading).toBe(words);
});

test("numbers, times and addresses are none", () => {
  const given = "12, 45, 78, 99.5, 33 at 12:30:44 from 10.0.0.1 and 192.168.1.17, 2026-11-17 and 2026-11-18\n".repeat(
    4,
  );
  const ignore = (): void => undefined;
  const places: number[] = [];
  eachLongRun(given, { run: ignore, chunks: ignore, codes: (at) => places.push(at), spaced: ignore, grouped: ignore });
  expect(places.filter((at) => readCodes(given, at).reading !== "")).toEqual([]);
});
