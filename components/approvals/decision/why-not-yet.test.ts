import { expect, it } from "vitest";
import { whyNotYet } from "./why-not-yet.ts";

it("asks for nothing more once every argument was open and in view", () => {
  expect(whyNotYet({ unopened: 0, seenEnd: true })).toBeUndefined();
});

it("asks to look when the end of the arguments was never in view", () => {
  expect(whyNotYet({ unopened: 0, seenEnd: false })).toBe("Look at all arguments first");
});

it("asks to open what is folded, even when the end of the folded list is in view", () => {
  expect(whyNotYet({ unopened: 1, seenEnd: true })).toBe("Open the long values first");
});

it("counts down while the server would refuse a yes, and tells the hurried why it takes longer", () => {
  expect(whyNotYet({ unopened: 0, seenEnd: true, secondsLeft: 2 })).toBe("Read it: 2 s more");
  expect(whyNotYet({ unopened: 0, seenEnd: true, secondsLeft: 9, hurried: true })).toContain(
    "quicker than reading: 9 s",
  );
  expect(whyNotYet({ unopened: 0, seenEnd: true, secondsLeft: 0, hurried: true })).toBeUndefined();
});
