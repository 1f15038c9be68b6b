import type { DayOfCalls, ScoreLine } from "#lib/trust/score-history.ts";
import { scopeWords, scoreWords } from "./score-words.ts";

/** In pixels; how wide it is, the page says. */
const HIGH = 144;
const LABEL = 15;
const BARS = 56;

/** Scores over time, each line with its name at its end; under them, what was called a day. */
export function ScoreChart({ lines, calls }: { lines: readonly ScoreLine[]; calls: readonly DayOfCalls[] }) {
  const days = calls.length;
  const x = (day: number) => (days > 1 ? (day / (days - 1)) * 100 : 0);
  const y = (score: number) => (1 - score) * HIGH;
  const ends = spread(lines.map(({ scores }) => y(scores.at(-1) ?? 0)));
  const first = calls[0] && new Date(calls[0].at).toISOString().slice(0, 10);
  return (
    <figure className="grid grid-cols-[20px_minmax(0,1fr)_92px] gap-x-2 rounded-md border bg-panel px-3 pt-4 pb-2.5 text-xs text-ink-2">
      <div aria-hidden className="figures relative text-ink-3">
        {[0, 0.5, 1].map((mark) => (
          <span key={mark} className="absolute right-0 -translate-y-1/2" style={{ top: y(mark) }}>
            {mark}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 100 ${HIGH}`}
        height={HIGH}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Score over ${days} days: ${lines.map(({ category, scores }) => `${scopeWords(category)} ${scoreWords(scores.at(-1) ?? 0)}`).join(", ")}`}
        className="w-full overflow-visible"
      >
        {[0, 0.5, 1].map((mark) => (
          <line
            key={mark}
            x1={0}
            x2={100}
            y1={y(mark)}
            y2={y(mark)}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        {lines.map(({ category, scores }, at) => (
          <polyline
            key={category}
            points={scores
              .map((score, day) => `${x(day).toFixed(2)},${y(score).toFixed(1)}`)
              .slice(beginOf(scores))
              .join(" ")}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray={at === 0 ? undefined : `${2 + 2 * at} 3`}
            vectorEffect="non-scaling-stroke"
            className={at === 0 ? "stroke-accent" : "stroke-ink-2"}
          />
        ))}
      </svg>
      <div aria-hidden className="relative">
        {lines.map(({ category, scores }, at) => (
          <span
            key={category}
            className={`figures absolute left-0 -translate-y-1/2 whitespace-nowrap ${at === 0 ? "text-accent" : ""}`}
            style={{ top: ends[at] }}
          >
            {scopeWords(category)} {scoreWords(scores.at(-1) ?? 0)}
          </span>
        ))}
      </div>
      <CallBars calls={calls} />
      <figcaption className="figures col-start-2 mt-1 flex justify-between">
        <span>{first}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}

function CallBars({ calls }: { calls: readonly DayOfCalls[] }) {
  const most = Math.max(1, ...calls.map(({ completed, failed, denied }) => completed + failed + denied));
  const wide = 100 / Math.max(1, calls.length);
  const high = (count: number) => (count / most) * (BARS - 1);
  const sum = (key: "completed" | "failed" | "denied") => calls.reduce((total, day) => total + day[key], 0);
  const place = (day: number) => ({ x: day * wide, width: wide * 0.8 });
  return (
    <>
      <svg
        viewBox={`0 0 100 ${BARS}`}
        height={BARS}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Calls a day: ${sum("completed")} completed, ${sum("failed")} failed, ${sum("denied")} denied in all`}
        className="col-start-2 mt-3 w-full"
      >
        {calls.map(({ at, completed, failed, denied }, day) => (
          <g key={at}>
            <rect {...place(day)} y={BARS - high(completed)} height={high(completed)} className="fill-line-strong" />
            <rect
              {...place(day)}
              y={BARS - high(completed + failed + denied)}
              height={high(failed + denied)}
              className="fill-bad"
            />
          </g>
        ))}
        <line x1={0} x2={100} y1={BARS} y2={BARS} vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
      </svg>
      <span aria-hidden className="self-end">
        calls a day
        <span className="block text-bad">failed, denied</span>
      </span>
    </>
  );
}

/** The day before the first score: a line along the foot of the days before would say that its work was worth nothing. */
function beginOf(scores: readonly number[]): number {
  return Math.max(0, scores.findIndex((score) => score > 0) - 1);
}

/** Labels that would lie on each other, moved apart; those at the foot push the others up. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => b.place - a.place);
  const moved: number[] = [];
  let last = HIGH + LABEL;
  for (const { place, at } of order) {
    last = Math.min(place, last - LABEL);
    moved[at] = last;
  }
  return moved;
}
