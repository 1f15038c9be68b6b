"use client";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

interface IssueKeyProps {
  /** Why there is no room for another, if there is none. */
  full?: string | undefined;
  /** What follows for the keys there are, if anything. */
  ending?: string | undefined;
  /** Whether a key can be one that only looks. */
  scoped?: boolean;
  issue: (input: { name: string; days: number; readOnly: boolean }) => Promise<Outcome<{ key: string }>>;
  onIssued: (key: string) => void;
}

export function IssueKey({ full, ending, scoped = false, issue, onIssued }: IssueKeyProps) {
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    start(async () => {
      const outcome = await callAction(() =>
        issue({
          name: String(form.get("name")).trim(),
          days: Number(form.get("days")),
          readOnly: form.get("scope") === "look",
        }),
      );
      if (!outcome.ok) {
        setRefusal(outcome.message);
        return;
      }
      setRefusal(undefined);
      setOpen(false);
      onIssued(outcome.value.key);
    });
  };
  return (
    <>
      <Button size="sm" disabled={full !== undefined} title={full} onClick={() => setOpen(true)}>
        Issue a key
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Issue a key"
        description="It is shown once. Only a hash of it is kept."
      >
        <form onSubmit={submit} className="grid gap-3 pb-3">
          <Field label="Name" htmlFor="key-name" hint="Where it will be used.">
            <Input id="key-name" name="name" required maxLength={80} autoComplete="off" />
          </Field>
          {scoped && (
            <Field label="May" htmlFor="key-scope" hint={ending}>
              <Select id="key-scope" name="scope" defaultValue="act">
                <option value="act">ask for calls and read their results</option>
                <option value="look">only look: status, lists, events</option>
              </Select>
            </Field>
          )}
          <Field label="Valid for" htmlFor="key-days">
            <Select id="key-days" name="days" defaultValue="90">
              <option value="7">7 days</option>
              <option value="30">30 days</option>
              <option value="90">90 days</option>
              <option value="365">a year</option>
            </Select>
          </Field>
          <p role="alert" className="text-sm text-bad empty:hidden">
            {refusal}
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" tone="primary" busy={busy}>
              Issue
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
