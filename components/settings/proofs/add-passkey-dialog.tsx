"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { clientName } from "#components/settings/client-name.ts";
import { makePasskey } from "#components/step-up/passkey-browser.ts";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Enrolment } from "#lib/step-up/begin-enrolment.ts";
import { ProofGate } from "./proof-gate.tsx";

export function AddPasskeyDialog({ actions, onClose }: { actions: ProofsActions; onClose: () => void }) {
  const [proved, setProved] = useState<Enrolment | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a passkey"
      description="Made by this device, a phone or a security key, and unlocked by fingerprint, face or PIN."
    >
      {proved ? (
        <NewPasskey enrolment={proved} enrol={actions.enrolPasskey} onClose={onClose} />
      ) : (
        <ProofGate actions={actions} onProved={setProved} />
      )}
    </Dialog>
  );
}

interface NewPasskeyProps {
  readonly enrolment: Enrolment;
  readonly enrol: ProofsActions["enrolPasskey"];
  readonly onClose: () => void;
}

function NewPasskey({ enrolment, enrol, onClose }: NewPasskeyProps) {
  const router = useRouter();
  const [problem, setProblem] = useState(enrolment.problem);
  const [busy, start] = useTransition();
  const id = useId();
  const { creation } = enrolment;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!creation) return;
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    start(async () => {
      const made = await makePasskey(creation);
      const outcome = made.ok
        ? await callAction(() => enrol({ stepUp: enrolment.id, name, answer: made.value }))
        : made;
      if (!outcome.ok) return setProblem(outcome.message);
      toast.success(`The passkey “${name}” is yours.`);
      onClose();
      router.refresh();
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-3 pb-3">
      {problem && (
        <div role="alert">
          <Callout tone="bad" title={problem} />
        </div>
      )}
      <Field label="Name" htmlFor={id} hint="So that you know later which one it is.">
        <Input id={id} name="name" required maxLength={60} defaultValue={clientName(navigator.userAgent)} />
      </Field>
      <Button type="submit" tone="primary" size="lg" busy={busy} disabled={!creation}>
        Make the passkey
      </Button>
    </form>
  );
}
