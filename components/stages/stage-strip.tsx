import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";
import { type CallProgress, deriveStages, STAGES, type StageName, type StageState } from "./derive-stages.ts";

const WORDS: Record<StageState, string> = {
  done: "done",
  now: "now",
  stopped: "stopped here",
  skipped: "not needed",
  todo: "not yet",
};

/** The large strip: seven stages with their times and who. Notes stand under the names; nothing is hidden behind a hover. */
export function StageStrip({
  call,
  notes = {},
}: {
  call: CallProgress;
  notes?: Partial<Record<StageName, ReactNode>>;
}) {
  const stages = deriveStages(call);
  return (
    <ol
      className="my-4 grid grid-cols-7 max-w-[1040px] max-md:grid-cols-1 max-md:gap-0"
      aria-label="Stages of this call"
    >
      {STAGES.map((name, index) => (
        <Stage
          key={name}
          name={name}
          state={stages[name]}
          lineDone={index > 0 && isPassed(stages[name])}
          first={index === 0}
          note={notes[name]}
        />
      ))}
    </ol>
  );
}

function Stage({
  name,
  state,
  lineDone,
  first,
  note,
}: {
  name: StageName;
  state: StageState;
  lineDone: boolean;
  first: boolean;
  note: ReactNode;
}) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className="relative flex flex-col items-center gap-1 text-center max-md:min-h-7 max-md:flex-row max-md:gap-3 max-md:text-left"
    >
      {!first && (
        <span
          aria-hidden
          className={classes(
            "absolute top-[7px] right-1/2 h-[2px] w-full max-md:top-[-14px] max-md:right-auto max-md:left-[7px] max-md:h-7 max-md:w-[2px]",
            lineDone ? "bg-ok/70" : "bg-line-strong",
          )}
        />
      )}
      <StageMark state={state} />
      <span className={classes("text-sm", state === "now" ? "font-semibold text-ink" : "text-ink-2")}>
        {name}
        <span className="sr-only">: {WORDS[state]}</span>
      </span>
      {note && (
        <span className="figures px-1 text-xs leading-snug text-ink-2 max-md:ml-auto max-md:text-right">{note}</span>
      )}
    </li>
  );
}

function isPassed(state: StageState): boolean {
  return state === "done" || state === "now" || state === "stopped";
}

const MARK_COLOURS: Record<StageState, string> = {
  done: "text-ok",
  now: "text-dual",
  stopped: "text-bad",
  skipped: "text-ink-3",
  todo: "text-line-strong",
};

function StageMark({ state }: { state: StageState }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      className={`relative z-1 shrink-0 ${MARK_COLOURS[state]}`}
      aria-hidden
    >
      <circle cx="8" cy="8" r="8" fill="var(--color-desk)" />
      {state === "done" && <circle cx="8" cy="8" r="6" fill="currentColor" />}
      {state === "todo" && <circle cx="8" cy="8" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.8" />}
      {state === "now" && (
        <>
          <circle cx="8" cy="8" r="7.6" fill="currentColor" opacity="0.18" />
          <circle cx="8" cy="8" r="4.8" fill="var(--color-panel)" stroke="currentColor" strokeWidth="2" />
        </>
      )}
      {state === "skipped" && <path d="M5 8h6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />}
      {state === "stopped" && (
        <path d="m4.2 4.2 7.6 7.6M11.8 4.2l-7.6 7.6" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      )}
    </svg>
  );
}
