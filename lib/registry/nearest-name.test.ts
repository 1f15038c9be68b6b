import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const KNOWN = ["policy", "idempotency", "idempotent", "exec", "safetyClass"];

test.each([
  ["polcy", "policy"],
  ["exce", "exec"],
  ["safety-class", "safetyClass"],
  ["idempotence", "idempotency"],
  ["Policy", "policy"],
])("%s is taken for %s", (written, meant) => {
  expect(nearestName(written, KNOWN)).toBe(meant);
});

test.each(["banana", "x", "", "e".repeat(100_000)])("nothing is near %.20s", (written) => {
  expect(nearestName(written, KNOWN)).toBeUndefined();
});
