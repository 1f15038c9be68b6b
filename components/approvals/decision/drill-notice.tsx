"use client";
import { Callout } from "#components/ui/callout.tsx";
import type { Decided } from "#lib/approvals/decide-invocation.ts";

/** What a person hears at once after they answered a decoy. No reproach: the next card is a real one again. */
export function DrillNotice({ answer }: { answer: Pick<Decided, "outcome" | "flaw"> }) {
  return (
    <Callout
      tone={answer.outcome === "caught" ? "ok" : "accent"}
      title={<b className="font-semibold">This was a drill: {answer.flaw}</b>}
    >
      {WORDS[answer.outcome ?? "missed"]}
    </Callout>
  );
}

const WORDS = {
  caught: "You caught it. Nothing could have run; no agent asked for it.",
  missed: "A real call like it would have run. This one could not: no agent asked for it, and nothing happened.",
  unanswered: "Somebody had edited it before you saw it, so it counts for nobody. No agent asked for it.",
} as const;
