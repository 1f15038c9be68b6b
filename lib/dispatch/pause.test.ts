import { expect, test } from "vitest";
import { pause } from "./pause.ts";

test("a pause ends after its time", async () => {
  const began = performance.now();
  await pause(30, new AbortController().signal);
  expect(performance.now() - began).toBeGreaterThan(25);
});

test("or with its signal, before it or within it, and that is no error", async () => {
  const ended = new AbortController();
  const within = pause(60_000, ended.signal);
  ended.abort("over");
  await expect(within).resolves.toBeUndefined();
  await expect(pause(60_000, ended.signal)).resolves.toBeUndefined();
});
