import type { DayOfCalls, ScoreLine } from "#lib/trust/score-history.ts";
import { scopeWords, scoreWords } from "./score-words.ts";

const WIDTH = 640;
const HEIGHT = 150;
const RIGHT = 96;
const TOP = 8;
const FOOT = 18;
const INNER = WIDTH - RIGHT;
const LOW = HEIGHT - FOOT;

/** Scores over time, each line with its name at its end; under them, what was called a day. */
export function ScoreChart({ lines, calls }: { lines: readonly ScoreLine[]; calls: readonly DayOfCalls[] }) {
  const days = calls.length;
  const x = (day: number) => (days > 1 ? (day / (days - 1)) * INNER : 0);
  const y = (score: number) => TOP + (1 - score) * (LOW - TOP);
  const ends = spread(lines.map(({ scores }) => y(scores.at(-1) ?? 0)));
  const first = calls[0] && new Date(calls[0].at).toISOString().slice(0, 10);
  return (
    <figure className="rounded-md border bg-panel px-3 py-2.5">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Score over ${days} days: ${lines.map(({ category, scores }) => `${scopeWords(category)} ${scoreWords(scores.at(-1) ?? 0)}`).join(", ")}`}
        className="w-full"
      >
        {[0, 0.5, 1].map((mark) => (
          <g key={mark} className="text-ink-3">
            <line x1={0} x2={INNER} y1={y(mark)} y2={y(mark)} stroke="currentColor" strokeOpacity={0.3} />
            <text x={INNER + 4} y={y(mark) + 3} fontSize={9} fill="currentColor" opacity={lines.length > 0 ? 0 : 1}>
              {mark}
            </text>
          </g>
        ))}
        {lines.map(({ category, scores }, at) => (
          <g key={category} className={at === 0 ? "text-accent" : "text-ink-2"}>
            <polyline
              points={scores.map((score, day) => `${x(day).toFixed(1)},${y(score).toFixed(1)}`).join(" ")}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeDasharray={at === 0 ? undefined : `${2 + at} 2`}
            />
            <text x={INNER + 6} y={(ends[at] ?? 0) + 3} fontSize={10} fill="currentColor">
              {scopeWords(category)} {scoreWords(scores.at(-1) ?? 0)}
            </text>
          </g>
        ))}
        <g className="text-ink-3">
          <text x={0} y={HEIGHT - 4} fontSize={10} fill="currentColor">
            {first}
          </text>
          <text x={INNER} y={HEIGHT - 4} fontSize={10} fill="currentColor" textAnchor="end">
            today
          </text>
        </g>
      </svg>
      <CallBars calls={calls} />
    </figure>
  );
}

function CallBars({ calls }: { calls: readonly DayOfCalls[] }) {
  const most = Math.max(1, ...calls.map(({ completed, failed, denied }) => completed + failed + denied));
  const wide = INNER / Math.max(1, calls.length);
  const sum = (key: "completed" | "failed" | "denied") => calls.reduce((total, day) => total + day[key], 0);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 56`}
      role="img"
      aria-label={`Calls a day: ${sum("completed")} completed, ${sum("failed")} failed, ${sum("denied")} denied in all`}
      className="mt-1 w-full"
    >
      {calls.map(({ at, completed, failed, denied }, day) => {
        const high = (count: number) => (count / most) * 48;
        const bad = failed + denied;
        return (
          <g key={at}>
            <rect
              x={day * wide}
              width={Math.max(1, wide - 1)}
              y={52 - high(completed)}
              height={high(completed)}
              className="fill-line-strong"
            />
            <rect
              x={day * wide}
              width={Math.max(1, wide - 1)}
              y={52 - high(completed + bad)}
              height={high(bad)}
              className="fill-bad"
            />
          </g>
        );
      })}
      <line x1={0} x2={INNER} y1={52.5} y2={52.5} className="stroke-line-strong" />
      <text x={INNER + 6} y={40} fontSize={10} className="fill-ink-2">
        calls a day
      </text>
      <text x={INNER + 6} y={52} fontSize={10} className="fill-bad">
        failed, denied
      </text>
    </svg>
  );
}

/** Labels that would lie on each other, moved apart. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  const moved: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { place, at } of order) {
    last = Math.max(place, last + 12);
    moved[at] = Math.min(last, LOW);
  }
  return moved;
}
