"use client";
import { Button } from "#components/ui/button.tsx";
import { useNow } from "#components/ui/clock.tsx";

interface RehearsalProgressProps {
  /** Null: the calls are being counted. */
  total: number | null;
  done: number;
  startedAt: number;
  onCancel: () => void;
}

/** How far it is, as a bar, in words and in calls a second. Its box keeps its size from the first moment to the last. */
export function RehearsalProgress({ total, done, startedAt, onCancel }: RehearsalProgressProps) {
  const now = useNow();
  const seconds = Math.max(0.5, (now - startedAt) / 1000);
  const share = total === null ? 0 : total === 0 ? 100 : Math.floor((100 * done) / total);
  return (
    <div className="grid gap-2 rounded-md border bg-panel px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="figures font-semibold">{total === null ? "Counting the calls" : `${share} %`}</b>
        <span className="figures text-ink-2">
          {total !== null &&
            `${number(done)} of ${number(total)} calls, ${number(Math.round(done / seconds))} a second`}
        </span>
        <span className="ml-auto">
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </span>
      </div>
      <progress
        aria-label="Calls replayed"
        value={total === null ? undefined : done}
        max={Math.max(1, total ?? 1)}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border bg-inset [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-inset [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

function number(count: number): string {
  return count.toLocaleString("en-GB");
}
