"use client";
import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ReviewedItem } from "#lib/approvals/items/other-item.ts";
import { ITEM_WORDS } from "./item-words.ts";

interface ItemDialogProps {
  item: ReviewedItem;
  decision: "approve" | "reject";
  /** A yes needs this typed. */
  typed: string | null;
  refusal: string | undefined;
  busy: boolean;
  onSend: (reason: string, note: string) => void;
  onClose: () => void;
}

/** A yes or a no with a reason, and what follows from it. What was typed stays when the answer is refused. */
export function ItemDialog({ item, decision, typed, refusal, busy, onSend, onClose }: ItemDialogProps) {
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [name, setName] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const words = ITEM_WORDS[item.kind];
  const approve = decision === "approve";
  const asksName = approve && typed !== null;
  const ready = reason.trim() !== "" && (!asksName || name === typed) && !busy;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={field}
      title={approve ? words.approve : words.reject}
      description={<VisibleText text={item.effect} />}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={approve ? "primary" : "danger-fill"}
            size="lg"
            disabled={!ready}
            busy={busy}
            onClick={() => onSend(reason.trim(), note.trim())}
          >
            {approve ? "Approve" : "Reject"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-2">
          {approve && item.required > 1 ? "It takes two people; your vote alone does nothing yet. " : ""}
          {approve ? words.yes : words.no}
        </p>
        {refusal && (
          <Callout tone="bad" title={<b className="font-semibold">Not done.</b>}>
            {refusal}
          </Callout>
        )}
        <Field label="Reason" htmlFor={`${id}-reason`} hint={words.reasonHint}>
          <TextArea
            ref={field}
            id={`${id}-reason`}
            value={reason}
            maxLength={2000}
            required
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && ready)
                onSend(reason.trim(), note.trim());
            }}
          />
        </Field>
        <Field label="Note" htmlFor={`${id}-note`} hint="Only in the audit log.">
          <TextArea
            id={`${id}-note`}
            value={note}
            maxLength={2000}
            className="min-h-12"
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {asksName && (
          <Field
            label="Type the tool's name"
            htmlFor={`${id}-name`}
            hint={
              <>
                Much changed, or something was found: type <code className="text-xs">{typed}</code> to go on.
              </>
            }
          >
            <Input
              id={`${id}-name`}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
