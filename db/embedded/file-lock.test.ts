import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { withFileLock } from "./file-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("two at once run one after the other, and the file is gone afterwards", async () => {
  const path = join(folder, "shared");
  const steps: string[] = [];
  const work = (name: string) => () =>
    sleep(30)
      .then(() => steps.push(`${name} in`))
      .then(() => sleep(30))
      .then(() => steps.push(`${name} out`));
  await Promise.all([withFileLock(path, 5_000, work("a")), withFileLock(path, 5_000, work("b"))]);
  expect([steps[0]?.[0], steps[2]?.[0]].sort()).toEqual(["a", "b"]);
  expect(steps.map((step) => step.slice(2))).toEqual(["in", "out", "in", "out"]);
  expect(existsSync(path)).toBe(false);
});

test("a lock left by a dead process is taken over", async () => {
  const path = join(folder, "stale");
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: "before the last reboot" }));
  expect(await withFileLock(path, 1_000, async () => "ran")).toBe("ran");
});

test("a lock that is held is waited for only so long, and the holder is named", async () => {
  const path = join(folder, "held");
  await withFileLock(path, 1_000, async () => {
    await expect(withFileLock(path, 60, async () => "never")).rejects.toThrow(`process ${process.pid}`);
  });
});

test("the lock is released when the work fails", async () => {
  const path = join(folder, "failing");
  await expect(withFileLock(path, 1_000, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
  expect(existsSync(path)).toBe(false);
});
