import { StateMark } from "#components/ui/state-mark.tsx";
import { Tile } from "#components/ui/tile.tsx";
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
          <Tile
            href={`/invocations?status=${state}&asked=day`}
            count={byState[state] ?? 0}
            mark={<StateMark state={state} word={false} />}
          >
            {state}
          </Tile>
        </li>
      ))}
    </ul>
  );
}
