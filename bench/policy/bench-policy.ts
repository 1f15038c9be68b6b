import type { Bench } from "../bench.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import { measureDecisions } from "./measure-decisions.ts";
import { measureRehearsal } from "./measure-rehearsal.ts";

export const policyBench: Bench = {
  name: "policy",
  says: "Deciding a call by a hundred profiles' rules, and by 10,000 agents, tools and profiles against ten of each; rehearsing a changed policy on 100,000 calls.",
  async *run(circumstances) {
    yield* await measureDecisions(circumstances);
    yield* onBenchServer(measureRehearsal)(circumstances);
  },
};
