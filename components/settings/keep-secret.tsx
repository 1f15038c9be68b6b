"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { SecretContent } from "#lib/secrets/keep-secret.ts";
import { pastedSecret } from "./pasted-secret.ts";

export type KeepSecretAction = (input: {
  name: string;
  content: SecretContent;
}) => Promise<Outcome<{ version: number }>>;

/** A new credential, or with a name the next version of one. */
export function KeepSecret({ name, keep }: { name?: string; keep: KeepSecretAction }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={name ? `Replace ${name}` : undefined} onClick={() => setOpen(true)}>
        {name ? "Replace" : "Add a secret"}
      </Button>
      {open && <KeepDialog name={name} keep={keep} onClose={() => setOpen(false)} />}
    </>
  );
}

interface KeepDialogProps {
  name: string | undefined;
  keep: KeepSecretAction;
  onClose: () => void;
}

function KeepDialog({ name, keep, onClose }: KeepDialogProps) {
  const router = useRouter();
  const [kind, setKind] = useState<SecretContent["kind"]>("value");
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const called = name ?? String(form.get("name")).trim();
    const text = String(form.get("content"));
    const content: SecretContent =
      kind === "value" ? { kind, value: pastedSecret(text) } : { kind, reference: text.trim() };
    start(async () => {
      const outcome = await callAction(() => keep({ name: called, content }));
      if (!outcome.ok) return setRefusal(outcome.message);
      toast.success(`${called} is kept, version ${outcome.value.version}.`);
      onClose();
      router.refresh();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name ? `Replace ${name}` : "Add a secret"}
      description="Sealed before it is stored: only dispatchers can open it, and nobody can read it here again."
    >
      <form onSubmit={submit} className="grid gap-3 pb-3">
        {!name && (
          <Field label="Name" htmlFor={`${id}-name`} hint="What tools call it in requires.secrets.">
            <Input
              id={`${id}-name`}
              name="name"
              required
              maxLength={63}
              pattern="[a-z0-9][a-z0-9_.\-]*"
              autoComplete="off"
              className="font-mono"
            />
          </Field>
        )}
        <Field label="Kept as" htmlFor={`${id}-kind`}>
          <Select
            id={`${id}-kind`}
            value={kind}
            onChange={(event) => setKind(event.target.value as SecretContent["kind"])}
          >
            <option value="value">the value itself, sealed</option>
            <option value="reference">a reference that dispatchers follow</option>
          </Select>
        </Field>
        <Field
          key={kind}
          label={kind === "value" ? "Value" : "Reference"}
          htmlFor={`${id}-content`}
          hint={
            kind === "value"
              ? "At least 8 characters. A private key goes in with all its lines."
              : "Given to the dispatcher's AIRLOCK_SECRETS_COMMAND."
          }
        >
          {kind === "value" ? (
            // A field of one line would drop the ends of a key's lines; whoever looks over a shoulder sees dots all the same.
            <TextArea
              id={`${id}-content`}
              name="content"
              required
              spellCheck={false}
              autoComplete="off"
              className="font-mono [-webkit-text-security:disc]"
            />
          ) : (
            <Input id={`${id}-content`} name="content" required autoComplete="off" className="font-mono" />
          )}
        </Field>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {refusal}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={busy}>
            Keep
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
