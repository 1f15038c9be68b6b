import { expect, it } from "vitest";
import { LONGEST_NAME, MOST_NAMES } from "#lib/approvals/receipt-limits.ts";
import { writeReceipt } from "./write-receipt.ts";

it("names what was shown and what was opened, and how wide the screen was", () => {
  expect(writeReceipt({ names: ["to", "body"], opened: new Set(["body"]), viewportWidth: 389.6 })).toEqual({
    renderer: expect.any(String),
    arguments: ["to", "body"],
    opened: ["body"],
    unnamed: 0,
    viewportWidth: 390,
  });
});

it("stays short, whatever an agent calls its arguments, and counts what it leaves out", () => {
  const names = Array.from({ length: 500 }, (_, n) => `${n}${"\u0001".repeat(100)}`);
  const receipt = writeReceipt({ names, opened: new Set(names), viewportWidth: 1440 });
  expect(JSON.stringify(receipt).length).toBeLessThan(20_000);
  expect(receipt.arguments.length + receipt.unnamed).toBe(500);
});

it("leaves out what the action would refuse: a yes must not fail because an agent's argument has a long name", () => {
  const names = ["x".repeat(LONGEST_NAME + 1), ...Array.from({ length: MOST_NAMES + 5 }, (_, n) => `${n}`)];
  const receipt = writeReceipt({ names, opened: new Set(names), viewportWidth: 1440 });
  expect(receipt.arguments.length).toBeLessThanOrEqual(MOST_NAMES);
  expect(Math.max(...receipt.arguments.map((name) => name.length))).toBeLessThanOrEqual(LONGEST_NAME);
  expect(receipt.arguments.length + receipt.unnamed).toBe(names.length);
});
