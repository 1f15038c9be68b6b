"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";
import { counted } from "../policy-words.ts";
import { resultAsCsv, resultAsJson } from "./export-result.ts";
import { PairTable } from "./pair-table.tsx";
import { ReasonTable } from "./reason-table.tsx";
import type { Transition } from "./stance-words.ts";
import { TransitionTiles } from "./transition-tiles.tsx";

interface RehearsalReportProps {
  result: RehearsalResult;
  inForce: number;
  seconds: number;
}

/** What a rehearsal found: first whether anything gets looser, then what changes for whom, then why. */
export function RehearsalReport({ result, inForce, seconds }: RehearsalReportProps) {
  const [chosen, setChosen] = useState<Transition | null>(null);
  const facts = `${counted(result.calls, "call")} replayed in ${seconds.toFixed(1)} s, against v${inForce}`;
  if (result.calls === 0) {
    return <EmptyState title="There is nothing to rehearse on">No agent has asked for a call yet.</EmptyState>;
  }
  if (result.changed === 0) {
    return (
      <>
        <EmptyState title="Nothing would change">
          {facts}. Each of them would be decided as the policy in force decides it.
        </EmptyState>
        <Notes result={result} />
      </>
    );
  }
  return (
    <>
      <Callout
        tone={result.looser > 0 ? "high" : "ok"}
        title={
          <b className="font-semibold">
            {result.looser > 0
              ? `▲ ${counted(result.looser, "call")} would be decided more loosely.`
              : "Nothing would be decided more loosely."}
          </b>
        }
      >
        {counted(result.changed, "call")} of {result.calls.toLocaleString("en-GB")} would change,{" "}
        {result.stricter.toLocaleString("en-GB")} of them more strictly. {facts}.
      </Callout>
      <Notes result={result} />
      <Section
        title="Changes"
        note="by agent and tool"
        action={
          <span className="flex gap-2">
            <SaveButton name="rehearsal.csv" type="text/csv" text={() => resultAsCsv(result)}>
              CSV
            </SaveButton>
            <SaveButton name="rehearsal.json" type="application/json" text={() => resultAsJson(result)}>
              JSON
            </SaveButton>
          </span>
        }
      >
        <TransitionTiles transitions={result.transitions} chosen={chosen} onChoose={setChosen} />
        <PairTable pairs={result.pairs} chosen={chosen} />
        {result.pairsLeftOut > 0 && (
          <p className="mt-2 text-ink-2">
            {counted(result.pairsLeftOut, "more agent and tool", "more agents and tools")} with fewer changes are
            counted above and not listed.
          </p>
        )}
      </Section>
      <Section title="Why" note="lines that only one of the two policies has for these calls">
        <ReasonTable reasons={result.reasons} />
      </Section>
    </>
  );
}

/** What a reader has to know to read the numbers rightly. */
function Notes({ result }: { result: RehearsalResult }) {
  const old = result.replaced.reduce((sum, { calls }) => sum + calls, 0);
  const first = result.replaced[0];
  if (old === 0 && result.decidedOtherwise === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-ink-2">
      {old > 0 && first && (
        <li>
          {counted(old, "call")} asked for versions that are not in force any more ({first.tool} v{first.version}
          {result.replaced.length > 1 && ` and ${result.replaced.length - 1} more`}); they are decided by the contract
          of then.
        </li>
      )}
      {result.decidedOtherwise > 0 && (
        <li>
          {counted(result.decidedOtherwise, "call")} were decided otherwise when they were asked: policy, trust or flags
          have changed since. The comparison is with what the policy in force decides now.
        </li>
      )}
    </ul>
  );
}

interface SaveButtonProps {
  name: string;
  type: string;
  text: () => string;
  children: string;
}

function SaveButton({ name, type, text, children }: SaveButtonProps) {
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text()], { type }));
    link.download = `airlock-${name}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button size="sm" onClick={save} title={`Save the result as ${children}`}>
      <Download size={14} aria-hidden /> {children}
    </Button>
  );
}
