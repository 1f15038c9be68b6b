"use client";
import { useId, useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";

interface EscalateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onEscalate: (reason: string) => Promise<boolean>;
}

export function EscalateDialog({ open, onOpenChange, onEscalate }: EscalateDialogProps) {
  const [reason, setReason] = useState("");
  const [busy, start] = useTransition();
  const id = useId();
  const send = () =>
    start(async () => {
      if (!(await onEscalate(reason.trim()))) return;
      setReason("");
      onOpenChange(false);
    });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Call the next people"
      description="Those on the escalation roster are told that this waits. It changes neither who may vote nor how long there is."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button tone="primary" disabled={reason.trim() === ""} busy={busy} onClick={send}>
            Escalate
          </Button>
        </>
      }
    >
      <Field label="Why" htmlFor={id} hint="Those who are called read it.">
        <TextArea id={id} value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
