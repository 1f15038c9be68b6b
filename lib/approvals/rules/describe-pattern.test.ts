import { expect, it } from "vitest";
import { describePattern } from "./describe-pattern.ts";

it("says of every argument what it may be, with what an agent wrote apart from our words", () => {
  expect(
    describePattern({
      arguments: {
        path: { prefix: "/out/" },
        mode: { oneOf: ["a", 7], optional: true },
        amount: { atMost: 12 },
        body: { any: true },
      },
    }),
  ).toEqual([
    { name: "path", word: "begins with", value: "/out/" },
    { name: "mode", word: "is one of, or left out", value: "a, 7" },
    { name: "amount", word: "is at most", value: "12" },
    { name: "body", word: "is anything", value: null },
  ]);
});

it("names a text that is looked for anywhere, and a rule for calls without arguments", () => {
  expect(describePattern({ anywhere: "evil.test" })).toEqual([{ name: null, word: "anywhere", value: "evil.test" }]);
  expect(describePattern({ arguments: {} })).toEqual([{ name: null, word: "no arguments", value: null }]);
});
