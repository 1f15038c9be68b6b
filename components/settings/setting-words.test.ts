import { describe, expect, it } from "vitest";
import { boundsWords, valueWords } from "./setting-words.ts";

const minutes = { unit: "minutes", least: 5, most: 1440 };
const either = { unit: "1 is on", least: 0, most: 1 };

describe("a setting in words", () => {
  it("is a figure with its unit and its bounds", () => {
    expect(valueWords(minutes, 1440)).toEqual(["1,440", "minutes"]);
    expect(boundsWords(minutes)).toBe("5 to 1,440");
  });

  it("is on or off where there is nothing between, and nobody reads a 1", () => {
    expect([valueWords(either, 1), valueWords(either, 0)]).toEqual([
      ["on", ""],
      ["off", ""],
    ]);
    expect(boundsWords(either)).toBe("on or off");
  });

  it("says that a switch cannot be moved where it cannot", () => {
    expect(boundsWords({ ...either, least: 1 })).toBe("always on");
  });
});
