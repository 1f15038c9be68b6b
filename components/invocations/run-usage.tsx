import { EmptyState } from "#components/ui/empty-state.tsx";
import { type KeyValue, KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InvocationRun } from "#lib/invocations/read-invocation.ts";
import type { Usage } from "#lib/sandbox/result.ts";
import { NOT_REPORTED, wasLost } from "./lost-worker.ts";

/** What each claim of the call used. */
export function RunUsage({ runs, cost }: { runs: readonly InvocationRun[]; cost: string | null }) {
  if (runs.length === 0) return <EmptyState title="Nothing used">No dispatcher has taken this call.</EmptyState>;
  return runs.map((run) => (
    <Section key={run.fence} title={runs.length > 1 ? `Run ${run.fence}` : "Run"} note={run.worker}>
      <KeyValues items={wasLost(run) ? lostItems(run) : items(run, cost)} />
    </Section>
  ));
}

const STARTS: Record<NonNullable<Usage["start"]>, string> = {
  cold: "made for this call",
  warm: "stood ready, used once",
  reused: "used before, by the same owner",
};

function items(run: InvocationRun, cost: string | null): KeyValue[] {
  return [
    { key: "taken", value: <ClockTime at={run.claimedAt} form="zoned" /> },
    { key: "ended", value: run.endedAt ? <ClockTime at={run.endedAt} form="zoned" /> : "not reported" },
    ...(run.usage?.start ? [{ key: "sandbox", value: STARTS[run.usage.start] }] : []),
    { key: "wall clock", value: run.usage ? duration(run.usage.wallMs) : "–" },
    { key: "CPU", value: run.usage?.cpuMs === undefined ? "not measured" : duration(run.usage.cpuMs) },
    {
      key: "memory",
      value: run.usage?.maxMemoryMb === undefined ? "not measured" : `${Math.round(run.usage.maxMemoryMb)} MB at most`,
    },
    {
      key: "output",
      value: run.usage?.outputBytes === undefined ? "–" : `${run.usage.outputBytes.toLocaleString("en-GB")} bytes`,
    },
    ...(run.network?.length ? [{ key: "network", value: traffic(run.network) }] : []),
    { key: "exit code", value: run.exitCode ?? "–" },
    { key: "reported cost", value: cost ?? "none" },
    // It may quote what a server or the kernel said.
    ...(run.error ? [{ key: "error", value: <VisibleText text={`${run.error.code}: ${run.error.message}`} /> }] : []),
  ];
}

function traffic(entries: NonNullable<InvocationRun["network"]>): string {
  const sum = (of: "bytesIn" | "bytesOut") =>
    entries.reduce((bytes, entry) => bytes + (entry[of] ?? 0), 0).toLocaleString("en-GB");
  return `${sum("bytesIn")} bytes in, ${sum("bytesOut")} out`;
}

/** When it was found lost is not when it ended, and what it used nobody knows. */
function lostItems(run: InvocationRun): KeyValue[] {
  return [
    { key: "taken", value: <ClockTime at={run.claimedAt} form="zoned" /> },
    ...(run.endedAt ? [{ key: "found lost", value: <ClockTime at={run.endedAt} form="zoned" /> }] : []),
    { key: "used", value: NOT_REPORTED },
  ];
}
