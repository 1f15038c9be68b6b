import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { commandInside, type Ground, openGround } from "#lib/sandbox/hostile.fixture.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { BOMBS } from "./bombs.ts";
import { descriptorsOf, groupsOf, memoryMbOf, mounts, ownSpawners, survivors } from "./leftovers.ts";
import { type Call, callProgram } from "./program/call-program.ts";

const LIMITS: ToolPolicy["limits"] = {
  wallSeconds: 0.8,
  cpuSeconds: 5,
  processes: 30,
  memoryMb: 64,
  outputBytes: 200_000,
  fileMb: 2,
};
const POLICY: ToolPolicy = {
  filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
  exec: "allow",
  limits: LIMITS,
};
const machine = probeMachine(process.execPath);
const hierarchies = machine.cgroups.map(({ directory }) => directory);

let ground: Ground;
let spawner: number;
beforeAll(async () => {
  ground = await openGround();
  spawner = ownSpawners().at(-1) ?? 0;
});
afterAll(() => ground.close());

function workspaceFor(name: string): string {
  const workspace = join(ground.directory, name);
  mkdirSync(workspace, { recursive: true });
  return workspace;
}

/** As root the user of the workspace is nobody else's. */
function userOf(workspace: string): number | null {
  return ground.isRoot ? statSync(workspace).uid : null;
}

describe("a command that does not want to end is ended, and nothing of it is left", () => {
  test.each(Object.entries(BOMBS))("one that %s", async (_name, script) => {
    const mark = randomUUID();
    const workspace = workspaceFor(mark);
    const before = new Set(mounts());
    const result = await commandInside(ground, ["sh", "-c", script(mark)], POLICY, { workspace });
    expect(result.stopped ?? result.exitCode).not.toBe(0);
    expect(result.error).toBeUndefined();
    expect(survivors(mark, userOf(workspace))).toEqual([]);
    await expect.poll(() => groupsOf(spawner, hierarchies), { timeout: 10_000 }).toEqual([]);
    // What another test mounts beside this one goes away again; what a call left would stay.
    await expect.poll(() => mounts().filter((mount) => !before.has(mount)), { timeout: 10_000 }).toEqual([]);
  });

  test("also all of them at once, again and again, while memory and descriptors stay where they were", async () => {
    const round = async (): Promise<void> => {
      const mark = randomUUID();
      const all = Object.values(BOMBS).map((script, index) =>
        commandInside(
          ground,
          ["sh", "-c", script(mark)],
          { ...POLICY, limits: { ...LIMITS, wallSeconds: 0.4 } },
          {
            workspace: workspaceFor(`together-${index}`),
          },
        ),
      );
      await Promise.all(all);
      expect(survivors(mark)).toEqual([]);
    };
    await round();
    const before = [process.pid, spawner].map((pid) => ({ open: descriptorsOf(pid), mb: memoryMbOf(pid) }));
    for (let count = 0; count < 3; count += 1) await round();
    [process.pid, spawner].forEach((pid, index) => {
      expect(descriptorsOf(pid)).toBeLessThanOrEqual((before[index]?.open ?? 0) + 4);
      expect(memoryMbOf(pid)).toBeLessThanOrEqual((before[index]?.mb ?? 0) * 1.5 + 32);
    });
    // They are removed behind the answer: the kernel lets go of the last dead process a moment later.
    await expect.poll(() => groupsOf(spawner, hierarchies), { timeout: 10_000 }).toEqual([]);
  });
});

const HOARD_MB = 160;
const [READ_WRITE, PRIVATE, SHARED, ANONYMOUS, POPULATE] = [3, 2, 1, 0x20, 0x8000];
const [MMAP, MEMFD_CREATE, FTRUNCATE] = process.arch === "arm64" ? [222, 279, 46] : [9, 319, 77];
const map = (flags: number, descriptor: number | { resultOf: number }): Call => ({
  number: MMAP,
  arguments: [0, HOARD_MB * 1_048_576, READ_WRITE, flags | POPULATE, descriptor, 0],
});

/** Memory has kinds, and a limit on one of them is no limit: resource limits of a process see only the first. */
const HOARDS: Readonly<Record<string, readonly Call[]>> = {
  "its own": [map(PRIVATE | ANONYMOUS, -1)],
  shared: [map(SHARED | ANONYMOUS, -1)],
  "a file without a name": [
    { number: MEMFD_CREATE, arguments: [Buffer.from("x\0"), 0] },
    { number: FTRUNCATE, arguments: [{ resultOf: 0 }, HOARD_MB * 1_048_576] },
    map(SHARED, { resultOf: 0 }),
  ],
};

describe("memory of every kind is one account", () => {
  const isHeld = machine.root && machine.cgroups.some(({ controllers }) => controllers.includes("memory"));
  const policy: ToolPolicy = { ...POLICY, limits: { memoryMb: 64, fileMb: 1000, hard: ["memoryMb"], wallSeconds: 20 } };

  test.each(Object.entries(HOARDS))("%s", async (name, calls) => {
    const workspace = workspaceFor(`hoard-${name.replaceAll(" ", "-")}`);
    const file = join(workspace, "hoard");
    writeFileSync(file, callProgram(calls, process.arch === "arm64" ? "arm64" : "x64"), { mode: 0o755 });
    const bare = execFileSync(file);
    expect(bare.readBigInt64LE(bare.length - 8), "control: the machine has as much").toBeGreaterThan(0n);
    const running = commandInside(ground, ["/workspace/hoard"], policy, { workspace });
    if (isHeld) expect(await running).toMatchObject({ stopped: "memory", stdout: "" });
    else await expect(running).rejects.toThrow("limit_unenforceable");
  });

  test("files in a place that lies in memory", async () => {
    const fill = ["sh", "-c", "head -c 60000000 /dev/zero > /tmp/x; wc -c < /tmp/x"];
    const small: ToolPolicy = { ...policy, limits: { ...policy.limits, memoryMb: 32 } };
    const running = commandInside(ground, fill, small, { workspace: workspaceFor("hoard-files") });
    if (isHeld) expect(await running).toMatchObject({ stopped: "memory" });
    else await expect(running).rejects.toThrow("limit_unenforceable");
    const enough = await commandInside(ground, fill, { ...POLICY, limits: { memoryMb: 256, fileMb: 1000 } });
    expect(enough.stdout.trim(), "control: with more memory it is written").toBe("60000000");
  });
});

test("files of a call that was killed stay its workspace's, and nothing else is written", async () => {
  const workspace = workspaceFor("filled");
  const before = readdirSync(ground.directory).sort();
  await commandInside(ground, ["sh", "-c", BOMBS["fills its workspace"]?.("x") ?? ""], POLICY, { workspace });
  expect(readdirSync(workspace).length).toBeGreaterThan(10);
  expect(readdirSync(ground.directory).sort()).toEqual(before);
});
