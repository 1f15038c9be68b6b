import { expect, test } from "vitest";
import { pastedSecret } from "./pasted-secret.ts";

test.each([
  ["a token", "token", "token"],
  ["a token with the end of its line", "token\r\n", "token"],
  ["spaces, which may be part of it", " to ken ", " to ken "],
  ["a key", "BEGIN\nabc\nEND\n", "BEGIN\nabc\nEND\n"],
  ["a key without its last end, from another system", "BEGIN\r\nabc\r\nEND", "BEGIN\nabc\nEND\n"],
])("%s", (_case, pasted, meant) => {
  expect(pastedSecret(pasted)).toBe(meant);
});
