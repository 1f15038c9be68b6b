import Link from "next/link";
import { StateMark } from "#components/ui/state-mark.tsx";
import type { DaySummary } from "#lib/operations/read-day.ts";
import { INVOCATION_STATES } from "#lib/policy/vocabulary.ts";

/** The day by state; each number leads to its list. */
export function StateCounts({ byState }: { byState: DaySummary["byState"] }) {
  const states = INVOCATION_STATES.filter((state) => (byState[state] ?? 0) > 0);
  if (states.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {states.map((state) => (
        <li key={state}>
          <Link
            href={`/invocations?status=${state}`}
            prefetch={false}
            className="inline-flex h-7 items-center gap-2 rounded-full border bg-panel px-2.5 hover:bg-hover max-md:h-9"
          >
            <StateMark state={state} />
            <b className="figures font-semibold">{byState[state]?.toLocaleString("en-GB")}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
