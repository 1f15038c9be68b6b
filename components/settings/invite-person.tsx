"use client";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ROLES, type Role } from "#lib/policy/vocabulary.ts";

interface InvitePersonProps {
  invite: (input: { name: string; email: string; role: Role }) => Promise<Outcome<{ token: string }>>;
}

/** Adds a person. The link is shown once; sending it is the admin's business. */
export function InvitePerson({ invite }: InvitePersonProps) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = ROLES.find((name) => name === form.get("role")) ?? "viewer";
    start(async () => {
      const outcome = await callAction(() =>
        invite({ name: String(form.get("name")), email: String(form.get("email")), role }),
      );
      setRefusal(outcome.ok ? undefined : outcome.message);
      if (outcome.ok) setLink(`${window.location.origin}/setup?token=${outcome.value.token}`);
    });
  };
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setLink(undefined);
  };
  return (
    <>
      <Button size="sm" onClick={() => change(true)}>
        <UserPlus size={14} aria-hidden /> Invite
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title="Invite a person"
        description="They start as a viewer; any other role waits for a second admin."
      >
        {link ? (
          <div className="grid gap-3 pb-4">
            <p>Send them this link. It works once, for three days, and is not shown again.</p>
            <p className="flex items-center gap-2 rounded-md border bg-inset px-2 py-1.5 font-mono text-sm [overflow-wrap:anywhere]">
              {link}
              <CopyButton text={link} label="Copy the link" />
            </p>
          </div>
        ) : (
          <form onSubmit={submit} className="grid gap-3 pb-4">
            <Field label="Name" htmlFor="invite-name">
              <Input id="invite-name" name="name" required maxLength={120} autoComplete="off" />
            </Field>
            <Field label="E-mail" htmlFor="invite-email">
              <Input id="invite-email" name="email" type="email" required autoComplete="off" />
            </Field>
            <Field label="Role" htmlFor="invite-role">
              <Select id="invite-role" name="role" defaultValue="operator">
                {ROLES.map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </Select>
            </Field>
            <p role="alert" className="text-sm text-bad empty:hidden">
              {refusal}
            </p>
            <Button type="submit" tone="primary" busy={busy}>
              Create the link
            </Button>
          </form>
        )}
      </Dialog>
    </>
  );
}
