import { describe, expect, it } from "vitest";
import { changeWords, isUnsent, startWords, type WordsChange } from "./typed-words.ts";

const typed = (text: string): WordsChange => ({ kind: "typed", text });
const sent: WordsChange = { kind: "sent" };
const arrived = (words: string): WordsChange => ({ kind: "arrived", words });
const following = (...changes: WordsChange[]) => changes.reduce(changeWords, startWords(""));

describe("the words in the filter's field", () => {
  it("stay when the address answers late with what was typed before", () => {
    const state = following(typed("a"), sent, typed("abc"), arrived("a"));
    expect(state.text).toBe("abc");
    expect(isUnsent(state)).toBe(true);
  });

  it("stay when the address skips an answer", () => {
    expect(following(typed("a"), sent, typed("ab"), sent, typed("abc"), arrived("ab"))).toEqual({
      text: "abc",
      awaited: [],
      settled: "ab",
    });
  });

  it("give way to an address that was changed elsewhere, also while something waits to be sent", () => {
    const state = following(typed("a"), sent, arrived("a"), typed("ab"), arrived(""));
    expect(state).toEqual(startWords(""));
    expect(isUnsent(state)).toBe(false);
  });

  it("are sent once", () => {
    expect(isUnsent(following(typed("a")))).toBe(true);
    expect(isUnsent(following(typed("a"), sent))).toBe(false);
    expect(isUnsent(following(typed("a"), sent, arrived("a")))).toBe(false);
  });
});
