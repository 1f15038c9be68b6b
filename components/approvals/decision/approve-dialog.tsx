"use client";
import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Tier } from "#lib/policy/vocabulary.ts";

interface ApproveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  effect: string;
  tier: Tier;
  busy: boolean;
  /** Why the server would still refuse it. */
  notYet: string | undefined;
  /** It takes a proof of presence after this. */
  proves: boolean;
  onApprove: (reason: string) => void;
}

/** What is grave takes a second step and a reason: one stray key can never release it. */
export function ApproveDialog({
  open,
  onOpenChange,
  effect,
  tier,
  busy,
  notYet,
  proves,
  onApprove,
}: ApproveDialogProps) {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={field}
      title="Approve this call"
      description={
        <>
          <RiskMark tier={tier} size={12} word /> · <VisibleText text={effect} />
        </>
      }
      footer={
        <>
          {notYet && <p className="mr-auto self-center text-sm text-ink-2">{notYet}.</p>}
          <Button size="lg" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            tone="primary"
            size="lg"
            disabled={reason.trim() === "" || notYet !== undefined}
            busy={busy}
            onClick={() => onApprove(reason.trim())}
          >
            {proves ? "Prove and approve" : "Approve"}
          </Button>
        </>
      }
    >
      <Field label="Why is this right?" htmlFor={`${id}-reason`} hint="Kept with your vote and in the audit log.">
        <TextArea
          ref={field}
          id={`${id}-reason`}
          value={reason}
          maxLength={2000}
          required
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
