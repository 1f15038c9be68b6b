import { type Bench, isWanted } from "../bench.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import { measureDispatcher } from "./measure-dispatcher.ts";
import { measureStarts } from "./measure-starts.ts";

/** What the metrics of each part begin with: a part of which none was asked for is not run. */
const STARTS = ["cold", "first", "warm", "spawn", "firejail", "docker"];
const THROUGH_DISPATCHER = ["start", "sustained", "floor"];

export const sandboxBench: Bench = {
  name: "sandbox",
  says: "Starting sandboxes against bubblewrap alone, calls a second through a whole dispatcher, and how soon one begins.",
  needsSandbox: true,
  async *run(circumstances) {
    const wants = (metric: string): boolean => isWanted(circumstances, metric);
    if (STARTS.some(wants)) yield* await measureStarts(circumstances);
    if (THROUGH_DISPATCHER.some(wants)) yield* onBenchServer(measureDispatcher)(circumstances);
  },
};
