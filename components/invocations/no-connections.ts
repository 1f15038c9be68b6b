import type { InvocationRun } from "#lib/invocations/read-invocation.ts";
import { NOT_REPORTED, wasLost } from "./lost-worker.ts";

export type NetworkRun = Pick<InvocationRun, "network" | "endedAt" | "error">;

/** Why no connection is listed. That a call reached for nothing is said only where its worker has reported so. */
export function noConnections(runs: readonly NetworkRun[], external: boolean): { title: string; sentence: string } {
  if (external)
    return { title: "Not seen", sentence: "The agent's own runtime runs this tool, on a network of its own." };
  const last = runs.at(-1);
  if (!last) return { title: "No connections", sentence: "No dispatcher has taken this call." };
  if (wasLost(last)) return { title: "Not known", sentence: NOT_REPORTED };
  if (last.endedAt === null) return { title: "Not known yet", sentence: "Its dispatcher reports when the call ends." };
  if (!last.network) return { title: "No report", sentence: "Its dispatcher ended the call without naming any." };
  return runs.some(wasLost)
    ? {
        title: "No connections reported",
        sentence: "The last run reached for nothing. A dispatcher before it was lost.",
      }
    : { title: "No connections", sentence: "The call did not try to reach anything." };
}
