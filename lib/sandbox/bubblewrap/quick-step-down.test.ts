import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Machine, probeMachine } from "#lib/sandbox/machine.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { findQuickStepDown } from "./quick-step-down.ts";

const found = probeMachine(process.execPath);
const directory = mkdtempSync(join(tmpdir(), "airlock-step-"));
afterAll(() => rmSync(directory, { recursive: true }));

function program(name: string, script: string, mode = 0o755): string {
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, mode);
  return path;
}

/** A machine on which it would be taken, with a chroot that says this of itself. */
function machineWith(said: readonly string[], changed: Partial<Machine> = {}): Machine {
  const chroot = program("chroot", said.map((line) => `echo '${line}'`).join("\n"));
  const path = program("bwrap", "");
  const bubblewrap = { path, version: "0.8.0", bindFd: true, disableUserns: true };
  return { ...ROOT_MACHINE, programs: { ...found.programs, chroot }, bubblewrap, ...changed };
}

const four = (name: string, number: number) => `${name}:${`\t${number}`.repeat(4)}`;
const WHOLE = [
  ...[four("Uid", 0x70ffffff), four("Gid", 0x70ffffff), "Groups:\t "],
  ...["CapPrm", "CapEff", "CapAmb"].map((set) => `${set}:\t0000000000000000`),
];

test("a program is taken only if all of it has stepped down", () => {
  expect(findQuickStepDown(machineWith(WHOLE))).toBe(join(directory, "chroot"));
  WHOLE.forEach((line, index) => {
    const less = line.startsWith("Groups") ? "Groups:\t0 " : line.replace(/\w$/, "1");
    expect(findQuickStepDown(machineWith(WHOLE.with(index, less))), less).toBeNull();
    expect(findQuickStepDown(machineWith(WHOLE.toSpliced(index, 1))), line).toBeNull();
  });
});

test("not without root, not where nobody ends what a killed spawner leaves, and not before a bubblewrap that gains rights", () => {
  expect(findQuickStepDown(machineWith(WHOLE, { root: false }))).toBeNull();
  expect(findQuickStepDown(machineWith(WHOLE, { cgroups: [] }))).toBeNull();
  const gaining = machineWith(WHOLE);
  chmodSync(join(directory, "bwrap"), 0o4755);
  expect(findQuickStepDown(gaining)).toBeNull();
});
