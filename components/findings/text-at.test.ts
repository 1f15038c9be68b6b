import { describe, expect, it } from "vitest";
import { excerptOf, textAt } from "./text-at.ts";

describe("the text of a finding", () => {
  const contract = {
    description: "Reads.",
    inputSchema: { properties: { "a/b~c": { description: "Deep." }, list: { enum: ["x", "y"] } } },
  };

  it("is found by its pointer, in objects and lists and under escaped names", () => {
    expect(textAt(contract, "/description")).toBe("Reads.");
    expect(textAt(contract, "/inputSchema/properties/a~1b~0c/description")).toBe("Deep.");
    expect(textAt(contract, "/inputSchema/properties/list/enum/1")).toBe("y");
  });

  it("is the name itself where a name was found to be strange", () => {
    expect(textAt(contract, "/inputSchema/properties/list")).toBe("list");
    expect(textAt(contract, "/nowhere/__proto__")).toBe("__proto__");
  });

  it("is shown around what was found when it is long, and never cuts a character in two", () => {
    const text = `${"a".repeat(2_000)}😀${"b".repeat(3_000)}EVIL${"c".repeat(2_000)}`;
    const start = text.indexOf("EVIL");
    const { text: shown, from, before, after } = excerptOf(text, [{ start, end: start + 4 }]);
    expect(shown.slice(start - from, start - from + 4)).toBe("EVIL");
    expect(before + shown.length + after).toBe(text.length);
    const inside = excerptOf(text, [{ start: 2_241, end: 2_245 }]);
    expect(inside.text.startsWith("😀")).toBe(true);
    expect(excerptOf("short", [{ start: 0, end: 5 }]).text).toBe("short");
  });
});
