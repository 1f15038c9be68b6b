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

interface StageStripProps {
  call: CallProgress;
  notes?: Partial<Record<StageName, ReactNode>>;
  /** Stays lying on a phone, without notes: for where the room is needed for what is decided. */
  flat?: boolean;
}

/** The large strip: seven stages with their times and who. Notes stand under the names; nothing is hidden behind a hover. */
export function StageStrip({ call, notes = {}, flat = false }: StageStripProps) {
  const stages = deriveStages(call);
  return (
    <ol
      className={classes("my-4 grid max-w-[1040px] grid-cols-7", !flat && "max-md:grid-cols-1")}
      aria-label="Stages of this call"
    >
      {STAGES.map((name, index) => (
        <Stage
          key={name}
          name={name}
          state={stages[name]}
          reached={STAGES.slice(0, index).every((before) => stages[before] !== "stopped")}
          first={index === 0}
          note={notes[name]}
          flat={flat}
        />
      ))}
    </ol>
  );
}

interface StageProps {
  name: StageName;
  state: StageState;
  /** No stage before it stopped the call. */
  reached: boolean;
  first: boolean;
  note: ReactNode;
  flat: boolean;
}

function Stage({ name, state, reached, first, note, flat }: StageProps) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={classes(
        "relative flex flex-col items-center gap-1 text-center",
        !flat && "max-md:min-h-7 max-md:flex-row max-md:gap-3 max-md:text-left",
      )}
    >
      {!first && (
        <span
          aria-hidden
          className={classes(
            "absolute top-[7px] right-1/2 h-[2px] w-full",
            !flat && "max-md:top-[-14px] max-md:right-auto max-md:left-[7px] max-md:h-7 max-md:w-[2px]",
            isPassed(state) ? "bg-ok/70" : "bg-line-strong",
          )}
        />
      )}
      <StageMark state={state} />
      <span className={classes("text-sm max-md:text-xs", state === "now" ? "font-semibold text-ink" : "text-ink-2")}>
        {name}
        <span className="sr-only">: {state === "skipped" && !reached ? "not reached" : WORDS[state]}</span>
      </span>
      {note && (
        <span
          className={classes(
            "figures px-1 text-xs leading-snug text-ink-2",
            flat ? "max-md:hidden" : "max-md:ml-auto max-md:text-right",
          )}
        >
          {note}
        </span>
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
