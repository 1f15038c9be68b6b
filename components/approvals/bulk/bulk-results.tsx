"use client";
import { useState } from "react";
import { decidedElsewhere } from "#components/approvals/decision/decided-elsewhere.ts";
import { DrillNotice } from "#components/approvals/decision/drill-notice.tsx";
import { UndoRelease } from "#components/approvals/decision/undo-release.tsx";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { useNow } from "#components/ui/clock.tsx";
import type { TogetherAnswer } from "#lib/approvals/bulk/decide-together.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { BulkRow, Rows } from "./bulk-rows.tsx";
import { countAnswers } from "./count-answers.ts";

interface BulkResultsProps {
  answers: readonly TogetherAnswer[];
  items: readonly InboxItem[];
}

/** What became of each: those that were decided, those that somebody else had decided, and decoys among them. */
export function BulkResults({ answers, items }: BulkResultsProps) {
  const now = useNow();
  const { undo } = useInboxActions();
  const [heardAt] = useState(() => Date.now());
  const drills = answers.flatMap((answer) => (answer.ok && answer.status === "drill" ? [answer] : []));
  const noteOf = (answer: TogetherAnswer) => {
    if (!answer.ok) return answer.code === "already_decided" ? decidedElsewhere(answer, now) : answer.message;
    if (answer.status === "drill") return "This was a drill.";
    if (answer.status !== "running") return answer.status === "rejected" ? "Rejected." : "Your vote is counted.";
    return answer.undoMs ? <UndoRelease id={answer.id} until={heardAt + answer.undoMs} undo={undo} /> : "Approved.";
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {countAnswers(answers)}
      </p>
      {drills.map((drill) => (
        <DrillNotice key={drill.id} answer={drill} />
      ))}
      <Rows label="What became of each">
        {answers.map((answer) => {
          const item = items.find(({ id }) => id === answer.id);
          const note = noteOf(answer);
          if (item) return <BulkRow key={answer.id} item={{ ...item, folded: 0 }} note={note} />;
          return (
            <li key={answer.id} className="px-2.5 py-1.5 pl-8 text-sm">
              <span className="text-ink-2">A duplicate, grouped under another row: </span>
              {note}
            </li>
          );
        })}
      </Rows>
    </div>
  );
}
