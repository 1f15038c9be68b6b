import type { DaySummary, HourOfDay } from "#lib/operations/read-day.ts";

const PARTS = [
  ["completed", "var(--color-ok)"],
  ["open", "var(--color-medium)"],
  ["refused", "var(--color-low)"],
  ["failed", "var(--color-bad)"],
] as const;
type PartName = (typeof PARTS)[number][0];

const HEIGHT = 96;
const BAR = 20;
const GAP = 6;

/** Calls by hour, stacked by how they ended, with the largest hour labelled. Plain: no axis that nobody reads. */
export function DayChart({ day }: { day: DaySummary }) {
  const most = Math.max(1, ...day.hours.map(total));
  const width = day.hours.length * (BAR + GAP);
  const sum = day.hours.reduce((calls, hour) => calls + total(hour), 0);
  return (
    <figure className="rounded-md border bg-panel px-4 pt-3 pb-2.5">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT + 26}`}
        className="block h-auto w-full max-h-40"
        role="img"
        aria-label={`${sum} calls in the last 24 hours`}
      >
        <path d={`M0 ${HEIGHT + 10.5}h${width}`} stroke="var(--color-line-strong)" />
        {day.hours.map((hour, index) => (
          <Bar key={hour.at} hour={hour} x={index * (BAR + GAP)} most={most} />
        ))}
        <text x="0" y={HEIGHT + 23} className="fill-ink-3 text-[10px]">
          24 h ago
        </text>
        <text x={width} y={HEIGHT + 23} textAnchor="end" className="fill-ink-3 text-[10px]">
          now
        </text>
      </svg>
      <figcaption className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {PARTS.map(([name, colour]) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <svg width="9" height="9" aria-hidden>
              <rect width="9" height="9" rx="2" fill={colour} />
            </svg>
            <b className="figures font-semibold text-ink">{count(day, name).toLocaleString("en-GB")}</b> {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Bar({ hour, x, most }: { hour: HourOfDay; x: number; most: number }) {
  let top = HEIGHT + 10;
  const all = total(hour);
  return (
    <g>
      <title>{`${hour.at.slice(11, 16)} UTC: ${all} calls`}</title>
      {PARTS.map(([name, colour]) => {
        const height = (hour[name] / most) * (HEIGHT - 6);
        top -= height;
        return height > 0 ? (
          <rect key={name} x={x} y={top} width={BAR} height={Math.max(height - 0.8, 1)} rx="1.5" fill={colour} />
        ) : null;
      })}
      {all > 0 && all === most && (
        <text x={x + BAR / 2} y={top - 3} textAnchor="middle" className="figures fill-ink-2 text-[10px]">
          {all}
        </text>
      )}
    </g>
  );
}

function total(hour: HourOfDay): number {
  return hour.completed + hour.open + hour.refused + hour.failed;
}

function count(day: DaySummary, name: PartName): number {
  return day.hours.reduce((calls, hour) => calls + hour[name], 0);
}
