import type { DaySummary, HourOfDay } from "#lib/operations/read-day.ts";

const PARTS = [
  ["failed", "bg-bad"],
  ["refused", "bg-low"],
  ["open", "bg-medium"],
  ["completed", "bg-ok"],
] as const;
type PartName = (typeof PARTS)[number][0];
const WORDS: Record<PartName, string> = {
  failed: "failed or unknown",
  refused: "did not run",
  open: "open",
  completed: "completed",
};

/** Calls by hour, stacked by how they ended, with the largest hour labelled. Plain: no axis that nobody reads. */
export function DayChart({ day }: { day: DaySummary }) {
  const most = Math.max(1, ...day.hours.map(total));
  const sum = day.hours.reduce((calls, hour) => calls + total(hour), 0);
  return (
    <figure className="rounded-md border bg-panel px-4 pt-3 pb-2.5">
      <div
        role="img"
        aria-label={`${sum} calls in the last 24 hours`}
        className="flex h-32 items-end gap-1 border-b border-line-strong"
      >
        {day.hours.map((hour) => (
          <Bar key={hour.at} hour={hour} most={most} />
        ))}
      </div>
      <figcaption className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <span className="text-xs text-ink-3">24 h ago</span>
        <span className="flex flex-wrap gap-x-4 max-md:order-3 max-md:w-full md:mx-auto">
          {PARTS.toReversed().map(([name, colour]) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={`size-2.5 rounded-[2px] ${colour}`} aria-hidden />
              <b className="figures font-semibold text-ink">{count(day, name).toLocaleString("en-GB")}</b> {WORDS[name]}
            </span>
          ))}
        </span>
        <span className="text-xs text-ink-3 max-md:ml-auto">now</span>
      </figcaption>
    </figure>
  );
}

/** Room above the bars for the label of the largest. */
const FULL_PERCENT = 84;

function Bar({ hour, most }: { hour: HourOfDay; most: number }) {
  const all = total(hour);
  return (
    <div className="flex h-full flex-1 flex-col justify-end" title={`${hour.at.slice(11, 16)} UTC: ${all} calls`}>
      {all > 0 && all === most && <span className="figures text-center text-2xs text-ink-2">{all}</span>}
      {PARTS.map(([name, colour]) =>
        hour[name] > 0 ? (
          <span
            key={name}
            className={`mt-px w-full rounded-[2px] ${colour}`}
            style={{ height: `${(hour[name] / most) * FULL_PERCENT}%` }}
          />
        ) : null,
      )}
    </div>
  );
}

function total(hour: HourOfDay): number {
  return hour.completed + hour.open + hour.refused + hour.failed;
}

function count(day: DaySummary, name: PartName): number {
  return day.hours.reduce((calls, hour) => calls + hour[name], 0);
}
