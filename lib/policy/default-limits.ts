import type { LimitName } from "./tool-policy.ts";

/** What a policy that says nothing gets: enough for a small tool, too little to hurt its neighbours. */
export const DEFAULT_LIMITS: Readonly<Record<LimitName, number>> = {
  wallSeconds: 30,
  cpuSeconds: 20,
  memoryMb: 512,
  processes: 64,
  outputBytes: 1_048_576,
  fileMb: 64,
};
