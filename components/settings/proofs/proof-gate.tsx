"use client";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useId } from "react";
import { CodeForm } from "#components/step-up/code-form.tsx";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import type { Enrolment } from "#lib/step-up/begin-enrolment.ts";
import { useEnrolment } from "./use-enrolment.ts";

/** Before one's proofs change: the session alone is not enough, because a stolen one would make its own. */
export function ProofGate({ actions, onProved }: { actions: ProofsActions; onProved: (enrolment: Enrolment) => void }) {
  const { method, problem, busy, password, code, passkey } = useEnrolment(actions, onProved);
  return (
    <div className="grid gap-3 pb-3" aria-busy={busy || undefined}>
      {problem && (
        <div role="alert">
          <Callout tone="bad" title={problem} />
        </div>
      )}
      {!method && !problem && <p className="text-ink-2">One moment…</p>}
      {method === "password" && <PasswordForm busy={busy} onPassword={password} />}
      {method === "totp" && (
        <CodeForm label="Code of your authenticator app" submit="Continue" busy={busy} onCode={code} />
      )}
      {method === "passkey" && (
        <>
          <p className="text-ink-2">First confirm with a passkey that you have already.</p>
          <Button tone="primary" size="lg" busy={busy} onClick={passkey}>
            <Fingerprint size={16} aria-hidden /> Use your passkey
          </Button>
        </>
      )}
    </div>
  );
}

function PasswordForm({ busy, onPassword }: { busy: boolean; onPassword: (password: string) => void }) {
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get("password")));
  };
  return (
    <form onSubmit={send} className="grid gap-3">
      <Field label="Your password" htmlFor={id} hint="Asked again, so that an open session is not enough.">
        <Input id={id} name="password" type="password" autoComplete="current-password" required maxLength={1024} />
      </Field>
      <Button type="submit" tone="primary" size="lg" busy={busy}>
        Continue
      </Button>
    </form>
  );
}
