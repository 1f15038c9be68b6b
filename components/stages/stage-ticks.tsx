import { type CallProgress, deriveStages, STAGES, type StageState } from "./derive-stages.ts";

const WIDTH = 62;
const STEP = 9;

const COLOURS: Record<StageState, string> = {
  done: "var(--color-ok)",
  now: "var(--color-dual)",
  stopped: "var(--color-bad)",
  skipped: "var(--color-ink-3)",
  todo: "var(--color-line-strong)",
};

/** The small strip of a list: seven ticks, filled, ringed, crossed, dashed or hollow. */
export function StageTicks({ call }: { call: CallProgress }) {
  const stages = deriveStages(call);
  const here = STAGES.find((name) => stages[name] === "stopped" || stages[name] === "now");
  const label = here ? `${here}: ${stages[here]}` : "all stages done";
  return (
    <svg width={WIDTH} height="10" viewBox={`0 0 ${WIDTH} 10`} role="img" aria-label={label} className="block">
      {STAGES.map((name, index) => (
        <Tick key={name} state={stages[name]} x={index * STEP} />
      ))}
    </svg>
  );
}

function Tick({ state, x }: { state: StageState; x: number }) {
  const colour = COLOURS[state];
  if (state === "done") return <rect x={x} y="1" width="6" height="8" rx="1.5" fill={colour} />;
  if (state === "skipped") return <path d={`M${x + 1} 5h4`} stroke={colour} strokeWidth="1.6" strokeLinecap="round" />;
  if (state === "stopped") {
    return (
      <path
        d={`m${x + 0.8} 2.6 4.4 4.8M${x + 5.2} 2.6l-4.4 4.8`}
        stroke={colour}
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    );
  }
  return (
    <rect
      x={x + 0.75}
      y="1.75"
      width="4.5"
      height="6.5"
      rx="1.2"
      fill="none"
      stroke={colour}
      strokeWidth={state === "now" ? 2 : 1.3}
    />
  );
}
