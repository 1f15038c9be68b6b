import { resolveHome } from "#lib/environment/home.ts";
import type { Bench, Circumstances, Reading } from "../bench.ts";
import { type BenchServer, openBenchServer } from "./open-server.ts";

type Measure = (server: BenchServer, circumstances: Circumstances) => AsyncIterable<Reading>;

/** A bench that has the benches' server for as long as it measures, and leaves none of its databases behind. */
export function onBenchServer(measure: Measure): Bench["run"] {
  return async function* run(circumstances) {
    const server = await openBenchServer(resolveHome());
    try {
      yield* measure(server, circumstances);
    } finally {
      await server.close();
    }
  };
}
