"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { RejectFields, type RejectWords } from "#components/approvals/decision/reject-fields.tsx";
import { useOneAtATime } from "#components/approvals/decision/use-one-at-a-time.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { useHintedAction } from "#components/live/use-hinted-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import type { TogetherAnswer } from "#lib/approvals/bulk/decide-together.ts";
import { judgeApprovals, judgeRejections } from "#lib/approvals/bulk/judge-bulk.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { BulkResults } from "./bulk-results.tsx";
import { BulkRows } from "./bulk-rows.tsx";

interface BulkDialogProps {
  decision: "approve" | "reject";
  items: readonly InboxItem[];
  onClose: (decided: boolean) => void;
}

/** One answer to several: each row that it goes to, each that it does not and why, and afterwards what became of each. */
export function BulkDialog({ decision, items, onClose }: BulkDialogProps) {
  const actions = useInboxActions();
  const callAction = useHintedAction();
  const client = useQueryClient();
  const id = useId();
  const [words, setWords] = useState<RejectWords>({ reason: "", note: "" });
  const [answers, setAnswers] = useState<readonly TogetherAnswer[]>();
  const [refused, setRefused] = useState<string>();
  const [busy, run] = useOneAtATime();
  const approves = decision === "approve";
  const { included, excluded, calls } = approves ? judgeApprovals(items) : judgeRejections(items);
  const ready = calls > 0 && !busy && (approves || words.reason.trim() !== "");

  const send = () => {
    if (!ready) return;
    void run(async () => {
      const seen = included.map(({ id: call, revision, digest, folded }) => ({ id: call, revision, digest, folded }));
      const { reason, note } = { reason: words.reason.trim(), note: words.note.trim() };
      const outcome = await callAction(() =>
        approves
          ? actions.approveTogether({ items: seen, ...(reason ? { reason } : {}) })
          : actions.rejectTogether({ items: seen, reason, ...(note ? { note } : {}) }),
      );
      if (outcome.ok) setAnswers(outcome.value);
      else setRefused(outcome.message);
      void client.invalidateQueries();
    });
  };
  const verb = approves ? "Approve" : "Reject";
  return (
    <Dialog
      open
      onOpenChange={() => onClose(answers !== undefined)}
      title={answers ? "What became of each" : `${verb} ${calls} ${calls === 1 ? "call" : "calls"}`}
      footer={
        answers ? (
          <Button tone="primary" size="lg" onClick={() => onClose(true)}>
            Done
          </Button>
        ) : (
          <>
            <Button size="lg" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <Button tone={approves ? "primary" : "danger-fill"} size="lg" disabled={!ready} busy={busy} onClick={send}>
              {verb} {calls}
            </Button>
          </>
        )
      }
    >
      {answers ? (
        <BulkResults answers={answers} items={items} />
      ) : (
        <div className="grid gap-3">
          <BulkRows included={included} excluded={excluded} />
          {approves ? (
            <Field label="Why is this right?" htmlFor={`${id}-reason`} hint="Kept with each of your votes.">
              <TextArea
                id={`${id}-reason`}
                value={words.reason}
                maxLength={2000}
                className="min-h-12!"
                onChange={(event) => setWords({ ...words, reason: event.target.value })}
              />
            </Field>
          ) : (
            <RejectFields words={words} onWords={setWords} hint="Sent to each agent." onSend={send} />
          )}
          {refused && <Callout tone="bad" title={refused} />}
        </div>
      )}
    </Dialog>
  );
}
