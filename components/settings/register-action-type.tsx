"use client";
import { Plus } from "lucide-react";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { actionTypeSchema } from "#lib/policy/action-types.ts";

export type RegisterActionTypeAction = (input: { name: string; description: string }) => Promise<Outcome<unknown>>;

interface Problems {
  readonly name?: string;
  readonly description?: string;
}

/** Adds a kind of action, for good. */
export function RegisterActionType({ register }: { register: RegisterActionTypeAction }) {
  const [open, setOpen] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name")).trim();
    const description = String(form.get("description")).trim();
    const shape = actionTypeSchema.safeParse(name);
    const found: Problems = {
      ...(shape.success ? {} : { name: shape.error.issues[0]?.message ?? "" }),
      ...(description === "" ? { description: "Say in a sentence what it is." } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    start(async () => {
      const outcome = await callAction(() => register({ name, description }));
      if (!outcome.ok) return setProblems({ name: outcome.message });
      toast.success(`${name} is registered.`);
      setOpen(false);
    });
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Plus size={14} aria-hidden /> Register a type
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Register an action type"
        description="Tools and policies may name it from now on. It is never renamed or removed."
      >
        <form onSubmit={submit} noValidate className="grid gap-3 pb-3">
          <Field
            label="Name"
            htmlFor="action-type-name"
            hint="category:action, such as crm:update."
            error={problems.name}
          >
            <Input
              id="action-type-name"
              name="name"
              required
              maxLength={65}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={problems.name ? true : undefined}
              aria-describedby={problems.name ? "action-type-name-error" : undefined}
              className="font-mono"
            />
          </Field>
          <Field
            label="What it is"
            htmlFor="action-type-description"
            hint="One sentence, for whoever writes a rule about it."
            error={problems.description}
          >
            <TextArea
              id="action-type-description"
              name="description"
              required
              maxLength={400}
              aria-invalid={problems.description ? true : undefined}
              aria-describedby={problems.description ? "action-type-description-error" : undefined}
            />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" tone="primary" busy={busy}>
              Register
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
