"use client";
import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";

function isErrorCode(value: string): value is ErrorCode {
  return value in ERRORS;
}

function sentence(error: string): string {
  const { sentence, todo } = ERRORS[isErrorCode(error) ? error : "internal"];
  return `${sentence} ${todo}`;
}

export function SignInForm({ next }: { next: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(undefined);
    const answer = await signIn("credentials", {
      redirect: false,
      email: String(form.get("email")),
      password: String(form.get("password")),
    }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      window.location.assign(next);
      return;
    }
    setBusy(false);
    setError(sentence(answer?.error ?? "internal"));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="E-mail" htmlFor="email">
        <Input id="email" name="email" type="email" autoComplete="username" required className="h-9" />
      </Field>
      <Field label="Password" htmlFor="password">
        <Input id="password" name="password" type="password" autoComplete="current-password" required className="h-9" />
      </Field>
      <Button type="submit" tone="primary" size="lg" busy={busy}>
        Sign in
      </Button>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {error}
      </p>
    </form>
  );
}
