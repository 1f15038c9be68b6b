import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { BubblewrapBackend } from "#lib/sandbox/bubblewrap/backend.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import { processesMarked } from "#lib/sandbox/hostile.fixture.ts";
import { type Machine, probeMachine } from "#lib/sandbox/machine.ts";
import { isRunning } from "#lib/sandbox/pool/store.fixture.ts";
import { SPAWNER_MARK } from "#lib/sandbox/spawner/spawner-program.ts";

const machine = probeMachine(process.execPath);
/** How long after the order to start the spawner is killed: from before it has read it until the command runs. */
const MOMENTS_MS = [0, 2, 5, 9, 14, 20, 30, 60];
/** Where a process is that was left behind is seen when it goes on: it gets this long, and a little more. */
const SETTLE_MS = 400;

function childrenWith(mark: string): number[] {
  return processesMarked(mark).filter((pid) => readOrEmpty(`/proc/${pid}/status`).includes(`PPid:\t${process.pid}\n`));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isStopped(pid: number): boolean {
  return /^State:\tT/m.test(readOrEmpty(`/proc/${pid}/status`));
}

/** Orders several commands, kills the spawner after a while, and counts who is alive when all should be over. */
async function leftAfterKill(
  moment: number | "one is held",
  on: Machine,
  undertaker: "at work" | "killed",
): Promise<number> {
  const before = new Set(childrenWith(SPAWNER_MARK));
  const backend = await BubblewrapBackend.open(on);
  const [spawner] = childrenWith(SPAWNER_MARK).filter((pid) => !before.has(pid));
  if (spawner === undefined) throw new Error("No spawner was started.");
  if (undertaker === "killed") for (const pid of processesMarked(`airlock-${spawner}\0`)) process.kill(pid, "SIGKILL");
  const mark = randomUUID();
  const plan = buildSandboxPlan(
    {
      policy: { filesystem: { read: [], write: [] }, exec: "allow" },
      grant: ACCESS_GRANTS.elevated,
      unspecified: "nothing",
      roots: { workspace: "/nowhere" },
      command: { kind: "argv", argv: ["/bin/sh", "-c", `sleep 60; true # ${mark}`] },
    },
    on,
  );
  if (!plan.ok) throw new Error(plan.message);
  const runs = Array.from({ length: 4 }, () => backend.run(plan.value, {}));
  if (moment !== "one is held") await sleep(moment);
  else while (!processesMarked(mark).some(isStopped)) await sleep(20);
  process.kill(spawner, "SIGKILL");
  await Promise.all(runs);
  const alive = (): number[] => processesMarked(mark).filter(isRunning);
  // Where nobody buries them they are there at once; to wait longer would be to wait for somebody else's sweep.
  const patienceMs = undertaker === "killed" ? 0 : SETTLE_MS * 5;
  for (let waited = 0; alive().length > 0 && waited < patienceMs; waited += 50) await sleep(50);
  await sleep(SETTLE_MS / 4);
  const left = alive();
  for (const pid of left) process.kill(pid, "SIGKILL");
  await backend.close();
  sweepGroupsOf(spawner, on);
  return left.length;
}

function sweepGroupsOf(spawner: number, { cgroups }: Machine): void {
  for (const { directory } of cgroups) {
    for (const name of readdirSync(directory).filter((name) => name.startsWith(`airlock-${spawner}-`))) {
      execFileSync(
        "sh",
        ["-c", 'for n in 1 2 3 4 5 6 7 8; do rmdir "$0" && exit; sleep 0.1; done; true', `${directory}/${name}`],
        {
          stdio: "ignore",
        },
      );
    }
  }
}

/** The moment between a launched process's first breath and the kernel's promise to end it with its parent, held for ever. */
function heldAtTheWorstMoment(by: "a midwife" | "the spawner itself"): Machine {
  const directory = mkdtempSync(join(tmpdir(), "airlock-held-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  // Whoever has stepped down has to find it.
  chmodSync(directory, 0o755);
  const path = join(directory, "bwrap");
  writeFileSync(path, `#!/bin/sh\nkill -STOP $$\nexec ${machine.bubblewrap?.path} "$@"\n`, { mode: 0o755 });
  const programs = by === "a midwife" ? machine.programs : { ...machine.programs, perl: null };
  return { ...machine, programs, bubblewrap: machine.bubblewrap && { ...machine.bubblewrap, path } };
}

describe("a spawner that is killed while sandboxes are being set up", () => {
  test("leaves nobody behind, whenever it happens", async () => {
    const left: number[] = [];
    for (const moment of MOMENTS_MS) left.push(await leftAfterKill(moment, machine, "at work"));
    expect(left).toEqual(MOMENTS_MS.map(() => 0));
  }, 120_000);

  // Without root there is no such moment: the first program asks for the promise, the second looks whether it came too late.
  if (machine.root && machine.cgroups.length > 0) {
    test("not even those who never get on; without the undertaker they would stay", async () => {
      const held = heldAtTheWorstMoment("the spawner itself");
      expect(await leftAfterKill("one is held", held, "at work")).toBe(0);
      // Whoever opens a runtime meanwhile, such as another test, sweeps what dead spawners left: then nothing is shown.
      let left = 0;
      for (let tries = 0; left === 0 && tries < 6; tries += 1)
        left = await leftAfterKill("one is held", held, "killed");
      expect(left).toBeGreaterThan(0);
    }, 120_000);

    test("a midwife's are ended with her, by whom they were promised that before they became anything", async () => {
      const held = heldAtTheWorstMoment("a midwife");
      expect(await leftAfterKill("one is held", held, "at work")).toBe(0);
    }, 60_000);
  }
});
