import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { survivors } from "#lib/sandbox/escape/leftovers.ts";
import { type Killer, killCalls, sandboxKills } from "./promises/sandbox-kills.ts";
import { shortTrial } from "./testing/short-trial.ts";

test("nothing is left of calls that are killed at any moment", async () => {
  const { violations, figures } = await sandboxKills.run(shortTrial(sandboxKills));
  expect(violations).toEqual([]);
  // Most were killed, and did not end before they could be.
  expect(figures.cancelled).toBeGreaterThan(10);
}, 120_000);

test("control: ending only the process that was started leaves others behind", async () => {
  const left: string[] = [];
  const bare = async (): Promise<Killer> => ({
    spawner: process.pid,
    close: async () => {},
    async run(script, _workspace, signal) {
      // Of all bombs the one that is harmless without limits, by the mark of whichever it was to be.
      const mark = /bomb-[\w-]+/.exec(script)?.[0] ?? "";
      left.push(mark);
      const child = spawn("/bin/sh", ["-c", `setsid sh -c 'sleep 60; true # ${mark}' & exec sleep 60`]);
      signal.addEventListener("abort", () => child.kill("SIGKILL"));
      await once(child, "exit");
      return "cancelled";
    },
  });
  try {
    const { violations } = await killCalls({ ...shortTrial(sandboxKills), rounds: 6 }, bare);
    expect(violations.filter((violation) => violation.includes("outlived")).length).toBeGreaterThan(0);
  } finally {
    for (const pid of left.flatMap((mark) => survivors(mark))) process.kill(-pid, "SIGKILL");
  }
}, 60_000);
