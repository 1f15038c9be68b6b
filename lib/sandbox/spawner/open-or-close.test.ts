import { closeSync, fstatSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { openOrClose } from "./open-or-close.ts";

const opened = (): number => openSync("/dev/null", "r");

test("what was opened for something that cannot be opened whole is closed", () => {
  const before = [opened(), opened()];
  expect(() => openOrClose(before, () => openSync("/dev/null/none", "r"))).toThrow("ENOTDIR");
  for (const descriptor of before) expect(() => fstatSync(descriptor)).toThrow("EBADF");
});

test("what was opened whole stays open", () => {
  const before = opened();
  const all = [before, openOrClose([before], opened)];
  for (const descriptor of all) expect(fstatSync(descriptor).isCharacterDevice()).toBe(true);
  for (const descriptor of all) closeSync(descriptor);
});
