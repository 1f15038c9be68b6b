import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findPackageManager, findProgram } from "./package-manager.ts";
import { BUBBLEWRAP, installCommand } from "./prerequisite.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-path-"));
afterAll(() => rmSync(folder, { recursive: true }));

function place(name: string, mode: number): void {
  writeFileSync(join(folder, name), "#!/bin/sh\n");
  chmodSync(join(folder, name), mode);
}

test("a program counts only when it can be run", () => {
  place("airlock-plain", 0o644);
  place("airlock-program", 0o755);
  expect(findProgram("airlock-plain", folder)).toBeUndefined();
  expect(findProgram("airlock-program", folder)).toBe(join(folder, "airlock-program"));
});

test("the line shown to a person is the line that installs it here", () => {
  place("apt-get", 0o755);
  expect(installCommand(BUBBLEWRAP, findPackageManager(folder))).toBe(
    "sudo apt-get install -y --no-install-recommends bubblewrap",
  );
  expect(installCommand(BUBBLEWRAP, undefined)).toBe("install 'bubblewrap' with your system's package manager");
});
