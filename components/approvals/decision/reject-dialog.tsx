"use client";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { RejectFields, type RejectWords } from "./reject-fields.tsx";

interface RejectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  effect: string;
  busy: boolean;
  onReject: (reason: string, note: string) => void;
  onInjection?: () => void;
}

/** One no is final, so it is said with words. */
export function RejectDialog({ open, onOpenChange, effect, busy, onReject, ...rest }: RejectDialogProps) {
  const [words, setWords] = useState<RejectWords>({ reason: "", note: "" });
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = words.reason.trim() !== "" && !busy;
  const send = () => {
    if (ready) onReject(words.reason.trim(), words.note.trim());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={field}
      title="Reject this call"
      description={<VisibleText text={effect} />}
      footer={
        <>
          <Button size="lg" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button tone="danger-fill" size="lg" disabled={!ready} busy={busy} onClick={send}>
            Reject
          </Button>
        </>
      }
    >
      <RejectFields words={words} onWords={setWords} hint="Sent to the agent." field={field} onSend={send} {...rest} />
    </Dialog>
  );
}
