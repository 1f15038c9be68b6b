import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { commandInside, openGround, processesMarked } from "#lib/sandbox/hostile.fixture.ts";
import { type Machine, probeMachine } from "#lib/sandbox/machine.ts";
import { stepsDownEarly } from "./early-step-down.ts";
import { groupOrders } from "./group-orders.ts";

const machine = probeMachine(process.execPath);
const directory = mkdtempSync(join(tmpdir(), "airlock-step-"));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true }));

function program(name: string, script: string, mode = 0o755): string {
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, mode);
  return path;
}

/** This machine with a shell that says this of itself. */
function machineSaying(said: readonly string[]): Machine {
  const sh = program("sh", said.map((line) => `echo '${line}'`).join("\n"));
  return { ...machine, programs: { ...machine.programs, sh } };
}

const four = (name: string, number: number) => `${name}:${`\t${number}`.repeat(4)}`;
const WHOLE = [
  ...[four("Uid", 0x70ffffff), four("Gid", 0x70ffffff), "Groups:\t "],
  ...["CapPrm", "CapEff", "CapAmb"].map((set) => `${set}:\t0000000000000000`),
  ...groupOrders(machine.cgroups, null).map((_, index) => `${index}:x:/airlock-step-${process.pid}`),
];

test("not without root, not where nobody ends what a killed spawner leaves, and not before a bubblewrap that gains rights", () => {
  expect(stepsDownEarly({ ...machine, root: false })).toBe(false);
  expect(stepsDownEarly({ ...machine, cgroups: [] })).toBe(false);
  const path = program("bwrap", "", 0o4755);
  const bubblewrap = { path, version: "0.8.0", bindFd: true, disableUserns: true };
  expect(stepsDownEarly({ ...machine, bubblewrap })).toBe(false);
});

if (machine.root && machine.cgroups.length > 0) {
  test("it is done only where all of it was seen to step down, in every group", () => {
    expect(stepsDownEarly(machineSaying(WHOLE))).toBe(true);
    WHOLE.forEach((line, index) => {
      const less = line.startsWith("Groups") ? "Groups:\t0 " : line.replace(/\w$/, "x");
      expect(stepsDownEarly(machineSaying(WHOLE.with(index, less))), less).toBe(false);
      expect(stepsDownEarly(machineSaying(WHOLE.toSpliced(index, 1))), line).toBe(false);
    });
    for (const { directory: groups } of machine.cgroups)
      expect(readdirSync(groups).filter((name) => name === `airlock-step-${process.pid}`)).toEqual([]);
  });

  describe("where a launch begins as its user", () => {
    test("nothing of a call is anybody else, is outside of its groups, or holds a group's door", async () => {
      expect(stepsDownEarly(machine)).toBe(true);
      const ground = await openGround();
      const mark = randomUUID();
      const ending = new AbortController();
      const policy = { filesystem: { read: [], write: [] }, exec: "allow" as const };
      const running = commandInside(ground, ["sh", "-c", `sleep 600; true # ${mark}`], policy, {
        signal: ending.signal,
      });
      // bubblewrap outside, bubblewrap inside, the shell.
      while (processesMarked(mark).length < 3) await sleep(20);
      const orders = groupOrders(machine.cgroups, null);
      for (const pid of processesMarked(mark)) {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        expect(status).toMatch(/^Uid:(\t19\d{8}){4}$/m);
        expect(status).toMatch(/^Gid:(\t19\d{8}){4}$/m);
        expect(status).toMatch(/^Groups:\s*$/m);
        expect(status).toMatch(/^NoNewPrivs:\t1$/m);
        const groups = readFileSync(`/proc/${pid}/cgroup`, "utf8").match(/\/airlock-\d+-\d+$/gm);
        expect(groups).toHaveLength(orders.length);
        const held = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
        expect(held.filter((path) => /cgroup|tasks/.test(path))).toEqual([]);
      }
      ending.abort();
      await running;
      await ground.close();
    });
  });
}
