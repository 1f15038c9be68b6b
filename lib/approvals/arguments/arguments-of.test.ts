import { describe, expect, it } from "vitest";
import { argumentsOf, endsOf, isLong, LONG_LINES, LONG_VALUE, mustBeOpened } from "./arguments-of.ts";

describe("argumentsOf", () => {
  it("keeps the type of every value", () => {
    expect(argumentsOf('{"a":"1","b":1,"c":true,"d":null,"e":[1],"f":{"g":2}}')?.map(({ kind }) => kind)).toEqual([
      "string",
      "number",
      "boolean",
      "null",
      "array",
      "object",
    ]);
  });

  it("gives a string as its own characters and an object as JSON", () => {
    expect(argumentsOf('{"a":"x\\ny","b":{"c":1}}')?.map(({ text }) => text)).toEqual(["x\ny", '{\n  "c": 1\n}']);
  });

  it("has nothing to show for what is not an object, so that the page can say so", () => {
    for (const input of ["", "[1]", "null", '"text"', "{"]) expect(argumentsOf(input)).toBeUndefined();
  });

  it("marks a long value, of any type", () => {
    const long = "x".repeat(LONG_VALUE + 1);
    const items = argumentsOf(JSON.stringify({ a: long, b: [long], c: "short" }));
    expect(items?.map((item) => [item.name, isLong(item)])).toEqual([
      ["c", false],
      ["a", true],
      ["b", true],
    ]);
  });

  it.each(["\n", "\r\n", "\r", "\u2028", "\v"])("marks a short value of many lines, ended by %j", (end) => {
    const lines = (count: number) => JSON.stringify({ a: Array(count).fill("x").join(end) });
    expect(argumentsOf(lines(LONG_LINES))?.map(isLong)).toEqual([false]);
    expect(argumentsOf(lines(LONG_LINES + 1))?.map(isLong)).toEqual([true]);
  });

  it("puts short values of one line first and keeps the order among each", () => {
    const input = { content: "a\nb", path: "x", other: "y".repeat(1000), mode: 7 };
    expect(argumentsOf(JSON.stringify(input))?.map(({ name }) => name)).toEqual(["path", "mode", "content", "other"]);
  });
});

describe("endsOf", () => {
  const only = (text: string) => argumentsOf(JSON.stringify({ text }))?.[0] ?? expect.fail("one argument");

  it("keeps every character either in the head, in the tail, or in the count of what is hidden", () => {
    for (const text of ["x".repeat(LONG_VALUE + 1), "ab\n".repeat(60), `${"\n".repeat(40)}${"y".repeat(5000)}`]) {
      const { head, tail, hidden } = endsOf(only(text));
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + hidden + tail.length).toBe(text.length);
      expect(hidden).toBeGreaterThan(0);
    }
  });

  it("shows few lines of a value of many lines", () => {
    const { head, tail } = endsOf(only("ab\n".repeat(1000)));
    expect(`${head}${tail}`.split("\n").length).toBeLessThan(LONG_LINES);
  });
});

describe("mustBeOpened", () => {
  const many = (count: number, size: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, "x".repeat(size)])));

  it.each([
    ["one long value", JSON.stringify({ a: "x".repeat(LONG_VALUE + 1) })],
    ["a list of many lines", JSON.stringify({ a: Array.from({ length: LONG_LINES }, () => 1) })],
    ["as much in short values", many(10, LONG_VALUE / 10)],
    ["more values than a screen has lines", many(LONG_LINES, 1)],
    ["what cannot be laid out", "[1]"],
  ])("is so for %s", (_case, input) => expect(mustBeOpened(input)).toBe(true));

  it("is not so for what a card shows at once", () => {
    expect(mustBeOpened(JSON.stringify({ path: "a.md", content: "x".repeat(2000) }))).toBe(false);
    expect(mustBeOpened("{}")).toBe(false);
  });
});
