"use client";
import { type ReactNode, useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, TextArea } from "./field.tsx";

interface ConfirmWithReasonProps {
  /** On the button that opens it, and on the one that does it. */
  label: ReactNode;
  title: string;
  description: string;
  danger?: boolean;
  done: string;
  act: (reason: string) => Promise<Outcome<unknown>>;
}

/** For what takes rights away or gives them back: one step, one reason, on record. */
export function ConfirmWithReason({ label, title, description, danger = false, done, act }: ConfirmWithReasonProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, start] = useTransition();
  const id = useId();
  const confirm = () =>
    start(async () => {
      const outcome = await callAction(() => act(reason.trim()));
      if (!outcome.ok) {
        toast.error(outcome.message);
        return;
      }
      toast.success(done);
      setOpen(false);
      setReason("");
    });
  return (
    <>
      <Button size="sm" tone={danger ? "danger" : "plain"} onClick={() => setOpen(true)} className="relative z-10">
        {label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={description}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              tone={danger ? "danger-fill" : "primary"}
              disabled={reason.trim() === ""}
              busy={busy}
              onClick={confirm}
            >
              {label}
            </Button>
          </>
        }
      >
        <Field label="Reason" htmlFor={id} hint="Kept in the audit log.">
          <TextArea id={id} value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Dialog>
    </>
  );
}
