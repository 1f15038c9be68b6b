import type { Bench } from "../bench.ts";
import { measureDecisions } from "./measure-decisions.ts";

export const policyBench: Bench = {
  name: "policy",
  says: "Deciding a call by a hundred profiles' rules, and by 10,000 agents, tools and profiles against ten of each.",
  async *run(circumstances) {
    yield* await measureDecisions(circumstances);
  },
};
