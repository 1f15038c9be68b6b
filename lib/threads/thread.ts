/** The inside of a thread: one job after the other, and nothing is kept from one to the next but compiled schemas. */
import { parentPort } from "node:worker_threads";
import { JOBS } from "./jobs.ts";
import type { FromThread, ToThread } from "./messages.ts";
import { warmUp } from "./warm-up.ts";

const say = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on("message", ({ name, args }: ToThread) => {
  const job = JOBS[name] as (...args: readonly unknown[]) => unknown;
  try {
    say({ kind: "done", value: job(...args) });
  } catch {
    say({ kind: "failed" });
  }
});
warmUp();
say({ kind: "ready" });
