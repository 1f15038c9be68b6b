import type { DecisionTrace, TraceLine } from "./decision-trace.ts";

/** What held a call, each reason once: the gateway's checks and the database come to some of them independently. */
export function holdingLines(trace: DecisionTrace | null): TraceLine[] {
  const held = trace?.lines.filter(({ concluded }) => concluded === "hold") ?? [];
  return [...new Map(held.map((line) => [`${line.rule} ${line.saw}`, line])).values()];
}
