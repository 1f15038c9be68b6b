"use client";
import { type FormEvent, useState } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

interface Answer {
  token: string;
  password: string;
  name?: string;
  email?: string;
}

interface SetUpFormProps {
  token: string;
  /** The first admin also says who they are. */
  first: boolean;
  setUp: (answer: Answer) => Promise<Outcome<unknown>>;
}

export function SetUpForm({ token, first, setUp }: SetUpFormProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password"));
    if (password !== form.get("again")) {
      setError("The two passwords differ.");
      return;
    }
    setBusy(true);
    setError(undefined);
    const who = first ? { name: String(form.get("name")), email: String(form.get("email")) } : {};
    const outcome = await callAction(() => setUp({ token, password, ...who }));
    if (outcome.ok) {
      window.location.assign("/sign-in");
      return;
    }
    setBusy(false);
    setError(outcome.message);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {first && (
        <>
          <Field label="Name" htmlFor="name">
            <Input id="name" name="name" autoComplete="name" required maxLength={120} className="h-9" />
          </Field>
          <Field label="E-mail" htmlFor="email">
            <Input id="email" name="email" type="email" autoComplete="username" required className="h-9" />
          </Field>
        </>
      )}
      <Field label="Password" htmlFor="password" hint="At least twelve characters; a sentence is best.">
        <Input
          id="password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          className="h-9"
        />
      </Field>
      <Field label="Password again" htmlFor="again">
        <Input id="again" name="again" type="password" autoComplete="new-password" required className="h-9" />
      </Field>
      <Button type="submit" tone="primary" size="lg" busy={busy}>
        {first ? "Create the first admin" : "Set this password"}
      </Button>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {error}
      </p>
    </form>
  );
}
