"use client";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Select } from "#components/ui/field.tsx";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";
import { CALLS_DEFAULT } from "#lib/rehearsal/call-counts.ts";
import type { RehearsalSubject } from "#lib/rehearsal/rehearsal-request.ts";
import { ProblemList } from "../editor/problem-list.tsx";
import { counted } from "../policy-words.ts";
import { RehearsalProgress } from "./rehearsal-progress.tsx";
import { RehearsalReport } from "./rehearsal-report.tsx";
import type { RehearsalState } from "./rehearsal-state.ts";
import { useRehearsal } from "./use-rehearsal.ts";

const COUNTS = [1_000, CALLS_DEFAULT, 100_000, 1_000_000] as const;

type RehearsalPanelProps = RehearsalSubject & {
  /** Goes to a line of the text that is wrong; without it the lines are only told. */
  onGo?: (line: number) => void;
};

/** Rehearses a text or a version on the last calls: how many, how far it is, what it found. Nothing runs, nothing is written. */
export function RehearsalPanel({ onGo, ...subject }: RehearsalPanelProps) {
  const { state, start, cancel } = useRehearsal();
  const [last, setLast] = useState<number>(CALLS_DEFAULT);
  const id = useId();
  const [rehearsed, setRehearsed] = useState("");
  const asked = JSON.stringify(subject);
  const running = state.kind === "running";
  const begin = () => {
    setRehearsed(asked);
    start({ subject, last });
  };
  const hasNothing = "text" in subject && subject.text.trim() === "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-ink-2">
          On the last
        </label>
        <Select
          id={id}
          value={last}
          disabled={running}
          onChange={(event) => setLast(Number(event.target.value))}
          className="w-auto!"
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {count.toLocaleString("en-GB")} calls
            </option>
          ))}
        </Select>
        <Button tone="primary" disabled={running || hasNothing} onClick={begin}>
          Rehearse
        </Button>
        <span className="text-sm text-ink-3">Replays what was asked. Nothing runs and nothing is written.</span>
      </div>
      <p role="status" className="sr-only">
        {statusWords(state)}
      </p>
      {state.kind === "running" && (
        <RehearsalProgress total={state.total} done={state.done} startedAt={state.startedAt} onCancel={cancel} />
      )}
      {state.kind === "cancelled" && <Callout title="Cancelled. Nothing was changed." />}
      {state.kind === "refused" && <Refused message={state.message} problems={state.problems} onGo={onGo} />}
      {state.kind === "done" && (
        <div>
          {rehearsed !== asked && (
            <div className="mb-3">
              <Callout
                tone="medium"
                title="The text has changed since. The result below is for the text before the change."
              />
            </div>
          )}
          <RehearsalReport result={state.result} inForce={state.inForce} seconds={state.seconds} />
        </div>
      )}
    </div>
  );
}

/** For those who hear the page: that it began and what came of it, not every step between. */
function statusWords(state: RehearsalState): string {
  if (state.kind === "running") return "The rehearsal is under way.";
  if (state.kind !== "done") return "";
  return `The rehearsal is done. ${counted(state.result.changed, "call")} would change, ${state.result.looser} more loosely.`;
}

interface RefusedProps {
  message: string;
  problems: readonly LocatedProblem[];
  onGo: ((line: number) => void) | undefined;
}

function Refused({ message, problems, onGo }: RefusedProps) {
  return (
    <div role="alert" className="grid gap-2">
      <Callout tone="bad" title={<b className="font-semibold">It was not rehearsed.</b>}>
        {problems.length > 0 ? "Correct these lines, then rehearse it again." : message}
      </Callout>
      {problems.length > 0 && <ProblemList problems={problems} onGo={onGo ?? (() => {})} />}
    </div>
  );
}
