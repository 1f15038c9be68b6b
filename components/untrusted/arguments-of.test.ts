import { describe, expect, it } from "vitest";
import { argumentsOf, isLong, LONG_VALUE } from "./arguments-of.ts";

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
    expect(argumentsOf(JSON.stringify({ a: long, b: [long], c: "short" }))?.map(isLong)).toEqual([true, true, false]);
  });
});
