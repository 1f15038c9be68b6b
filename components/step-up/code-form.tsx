"use client";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";

interface CodeFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly onCode: (code: string) => void;
}

/** Six digits, as phones and password managers offer them. Emptied once sent: a wrong code is never worth editing. */
export function CodeForm({ label, hint, submit, busy, field, onCode }: CodeFormProps) {
  const [code, setCode] = useState("");
  const id = useId();
  const digits = code.replace(/\s/g, "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onCode(digits);
    setCode("");
  };
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <Field label={label} htmlFor={id} hint={hint}>
          <Input
            ref={field}
            id={id}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]*"
            maxLength={9}
            className="font-mono tracking-widest"
          />
        </Field>
      </div>
      <Button type="submit" tone="primary" size="lg" busy={busy} disabled={!/^\d{6}$/.test(digits)}>
        {submit}
      </Button>
    </form>
  );
}
