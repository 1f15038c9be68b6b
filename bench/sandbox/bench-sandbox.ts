import type { Bench } from "../bench.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import { measureDispatcher } from "./measure-dispatcher.ts";
import { measureStarts } from "./measure-starts.ts";

export const sandboxBench: Bench = {
  name: "sandbox",
  says: "Starting sandboxes against bubblewrap alone, calls a second through a whole dispatcher, and how soon one begins.",
  async *run(circumstances) {
    yield* await measureStarts(circumstances);
    yield* onBenchServer(measureDispatcher)(circumstances);
  },
};
