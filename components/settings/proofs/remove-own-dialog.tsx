"use client";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ProofGate } from "./proof-gate.tsx";

interface RemoveOwnDialogProps {
  readonly what: string;
  readonly actions: ProofsActions;
  readonly remove: (stepUp: string) => Promise<Outcome<unknown>>;
  readonly onClose: () => void;
}

/** Taking one away takes a proof too: otherwise a stolen session would begin with that. */
export function RemoveOwnDialog({ what, actions, remove, onClose }: RemoveOwnDialogProps) {
  const router = useRouter();
  const [stepUp, setStepUp] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, start] = useTransition();
  const act = (proved: string) =>
    start(async () => {
      const outcome = await callAction(() => remove(proved));
      if (!outcome.ok) return setProblem(outcome.message);
      toast.success(`${what} is removed.`);
      onClose();
      router.refresh();
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${what}?`}
      description="It proves nothing from then on. This cannot be undone."
    >
      {problem && (
        <div role="alert" className="pb-3">
          <Callout tone="bad" title={problem} />
        </div>
      )}
      {stepUp ? (
        <div className="flex justify-end gap-2 pb-3">
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger-fill" busy={busy} onClick={() => act(stepUp)}>
            Remove
          </Button>
        </div>
      ) : (
        <ProofGate actions={actions} onProved={({ id }) => setStepUp(id)} />
      )}
    </Dialog>
  );
}
