"use client";
import type { ReactNode } from "react";
import { toast } from "#components/ui/toast.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Decided } from "#lib/approvals/decide-invocation.ts";
import { DrillNotice } from "./drill-notice.tsx";
import { type Undo, UndoRelease } from "./undo-release.tsx";

const VERBS = {
  approved: "Approved",
  voted: "Your vote is counted",
  rejected: "Rejected",
} as const;
const CONSEQUENCES = {
  approved: "It runs now.",
  voted: "It waits for a second person.",
  rejected: "The agent receives your reason.",
} as const;

/** "Approved: Write 47 bytes to …", so that after a quick row of decisions each says which call it was. */
export function tellDecision(word: keyof typeof VERBS, effect: string): void {
  toast.success(decisionNews(word, effect), { description: CONSEQUENCES[word] });
}

/** The call is gone from the list by now, so what can still be done about it stands in the news of it. */
export function tellUndoable(effect: string, id: string, leftMs: number, undo: Undo): void {
  const until = Date.now() + leftMs;
  toast.custom(
    (shown) => (
      <div className="grid w-full gap-2">
        <span className="font-medium">{decisionNews("approved", effect)}</span>
        <UndoRelease id={id} until={until} undo={undo} onDone={() => toast.dismiss(shown)} />
      </div>
    ),
    { duration: leftMs + 1_000 },
  );
}

/** For whom the card is no longer on the screen. */
export function tellDrill(answer: Decided): void {
  toast.custom(() => <DrillNotice answer={answer} />, { duration: 15_000 });
}

function decisionNews(word: keyof typeof VERBS, effect: string): ReactNode {
  return (
    <span className="line-clamp-2">
      {VERBS[word]}: <VisibleText text={effect} />
    </span>
  );
}
