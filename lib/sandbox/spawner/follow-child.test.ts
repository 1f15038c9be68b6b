import { EventEmitter } from "node:events";
import { closeSync } from "node:fs";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Launch, LaunchReport } from "../bubblewrap/launch.ts";
import { openAccount } from "./byte-files.ts";
import type { ControlGroups } from "./control-groups.ts";
import { followChild } from "./follow-child.ts";
import type { SentCall } from "./messages.ts";
import type { LaunchHooks } from "./run-launch.ts";

const ANSWER = '{"ok":true,"output":1}\n';

/** One that waits for its call, without a sandbox: its streams and its end are ours to choose. */
function follow() {
  const streams = Array.from({ length: 4 }, () => new PassThrough());
  const account = openAccount();
  const process = new EventEmitter();
  const served: LaunchReport[] = [];
  let take: (call: SentCall) => void = () => {};
  const launch = {
    descriptors: [{ kind: "answer" }],
    input: { kind: "one call" },
    groups: [{}],
    limits: { wallMs: 60_000, cpuMs: 60_000, outputBytes: 1_000 },
  } as unknown as Launch;
  const groups = {
    setShare: () => {},
    cpuMs: () => 0,
    maxMemoryBytes: () => 0,
    killedForMemory: () => false,
  } as unknown as ControlGroups;
  const hooks = {
    signal: new AbortController().signal,
    conversation: { over: new AbortController().signal },
    standing: {
      onStanding: () => {},
      onCall: (taking: typeof take) => {
        take = taking;
      },
      onServed: (_: number, report: LaunchReport) => served.push(report),
    },
  } as unknown as LaunchHooks;
  const child = { process, streams: streams as unknown as Socket[], mounts: [], account: account.ours };
  const report = followChild(child, launch, groups, () => {}, hooks).finally(() => closeSync(account.ours));
  take({ number: 1, line: Buffer.from("{}\n"), limits: { wallMs: 1, cpuMs: 1, outputBytes: 1 } } as SentCall);
  return {
    ...{ report, served },
    answer: () => streams[3]?.write(ANSWER),
    end: () => {
      for (const stream of streams.slice(1)) stream.end();
      process.emit("exit", null, "SIGKILL");
      closeSync(account.child);
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("an answer is given when it is there, and once: the report of its sandbox's end has nothing of it", async () => {
  const { report, served, answer, end } = follow();
  answer();
  await turn();
  await turn();
  expect(served.map((call) => `${call.answer}`)).toEqual([ANSWER]);
  end();
  expect(await report).toMatchObject({ exitCode: 0, answer: Buffer.alloc(0) });
  expect(served).toHaveLength(1);
});

test("an answer that comes in one turn with its sandbox's end is in the report of that, and nothing is read afterwards", async () => {
  const { report, served, answer, end } = follow();
  answer();
  end();
  expect(`${(await report).answer}`).toBe(ANSWER);
  await turn();
  await turn();
  expect(served).toEqual([]);
});
