import Link from "next/link";
import { KeyValues } from "#components/ui/key-values.tsx";
import { duration } from "#components/ui/time-words.ts";
import type { WorkerItem } from "#lib/operations/list-workers.ts";
import type { DaySummary } from "#lib/operations/read-day.ts";

/** Whether calls could run now, and how long people and tools took today. */
export function HealthPanel({ workers, day }: { workers: readonly WorkerItem[]; day: DaySummary }) {
  const alive = workers.filter((worker) => worker.alive);
  const backends = [
    ...new Set(
      alive.flatMap((worker) =>
        worker.backends.filter(({ offered }) => offered).map(({ name, tier }) => `${name} (${tier})`),
      ),
    ),
  ];
  return (
    <KeyValues
      items={[
        {
          key: "dispatchers",
          value: (
            <Link href="/settings?tab=sandbox" prefetch={false} className="hover:underline">
              {alive.length === 0 ? (
                <b className="font-semibold text-bad">✕ none alive</b>
              ) : (
                <>
                  <span className="text-ok">✓</span> {alive.length} alive
                </>
              )}
            </Link>
          ),
        },
        {
          key: "sandboxes",
          value:
            backends.length === 0 ? (
              <b className="font-semibold text-bad">✕ none proved: calls are refused</b>
            ) : (
              <>
                <span className="text-ok">✓</span> {backends.join(", ")}
              </>
            ),
        },
        { key: "running now", value: alive.reduce((calls, worker) => calls + worker.running, 0) },
        { key: "people took", value: day.medianWaitMs === null ? "–" : `${duration(day.medianWaitMs)} (median)` },
        { key: "tools took", value: day.medianRunMs === null ? "–" : `${duration(day.medianRunMs)} (median)` },
      ]}
    />
  );
}
