import { expect, test } from "vitest";
import { rankOf } from "./grant-order.ts";
import { pickTexts, pickValues } from "./pick-values.ts";
import { suggestFrom } from "./suggest-name.ts";

const document = { profiles: { a: { rules: [{ tool: "x" }, { tool: 7 }, "y", null] }, b: 3 }, "*": 1 };

test("what has the shape is picked with its place, and what has not is passed over", () => {
  expect(pickValues(document, "profiles", "*", "rules", "*", "tool")).toEqual([
    { at: ["profiles", "a", "rules", 0, "tool"], value: "x" },
    { at: ["profiles", "a", "rules", 1, "tool"], value: 7 },
  ]);
  expect(pickTexts(document, "profiles", "*", "rules", "*", "tool")).toEqual([
    { at: ["profiles", "a", "rules", 0, "tool"], text: "x" },
  ]);
  expect(pickValues(document, "profiles", "a", "rules", "2")).toEqual([
    { at: ["profiles", "a", "rules", 2], value: "y" },
  ]);
  expect(pickValues("text", "*")).toEqual([]);
  expect(pickValues(null, "*")).toEqual([]);
  expect(pickValues(document)).toEqual([{ at: [], value: document }]);
});

test("a word that a newer version of the schema had stands above all that are known: it is never taken for little", () => {
  expect(rankOf("network", "none")).toBe(0);
  expect(rankOf("network", "open")).toBe(2);
  expect(rankOf("network", "anything")).toBe(3);
});

test("the first hundred misspelt names get a suggestion, and then no more time is spent on them", () => {
  const suggest = suggestFrom(["send_mail"]);
  expect(Array.from({ length: 100 }, () => suggest("send_mial"))).toEqual(Array(100).fill("send_mail"));
  expect(suggest("send_mial")).toBeUndefined();
});
