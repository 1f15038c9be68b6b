"use client";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

const LEVELS = ["sandboxed", "restricted", "standard", "elevated"] as const;
type Level = (typeof LEVELS)[number];

interface NewAgentProps {
  /** Whether trust is earned: then the level is a ceiling over where it starts. */
  earned: boolean;
  people: readonly { readonly id: string; readonly name: string }[];
  create: (input: {
    name: string;
    description: string;
    ownerId: string;
    accessLevel: Level | null;
  }) => Promise<Outcome<{ id: string }>>;
}

export function NewAgent({ earned, people, create }: NewAgentProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const level = LEVELS.find((name) => name === form.get("level")) ?? null;
    const name = String(form.get("name")).trim();
    start(async () => {
      const outcome = await callAction(() =>
        create({
          name,
          description: String(form.get("description")).trim(),
          ownerId: String(form.get("owner")),
          accessLevel: level,
        }),
      );
      if (outcome.ok) router.push(`/agents/${name}?tab=keys`);
      else setRefusal(outcome.message);
    });
  };
  return (
    <>
      <Button tone="primary" onClick={() => setOpen(true)}>
        <Plus size={15} aria-hidden /> New agent
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="New agent"
        description="It can ask for nothing until it has a key."
      >
        <form onSubmit={submit} className="grid gap-3 pb-3">
          <Field label="Name" htmlFor="agent-name" hint="Lower case, digits, - and _.">
            <Input id="agent-name" name="name" required pattern="[a-z0-9][a-z0-9_\-]{0,62}" autoComplete="off" />
          </Field>
          <Field label="What it does" htmlFor="agent-description">
            <TextArea id="agent-description" name="description" maxLength={500} className="min-h-14" />
          </Field>
          <Field label="Owner" htmlFor="agent-owner" hint="Answers for it, and can never approve its calls.">
            <Select id="agent-owner" name="owner" required>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Access level"
            htmlFor="agent-level"
            hint={
              earned
                ? "A ceiling. It starts lower, where the trust section says, and earns its way up."
                : "A ceiling: whatever its tools declare, it gets no more."
            }
          >
            <Select id="agent-level" name="level" defaultValue={earned ? "elevated" : "sandboxed"}>
              {LEVELS.filter((level) => earned || level !== "elevated").map((level) => (
                <option key={level}>{level}</option>
              ))}
            </Select>
          </Field>
          <p role="alert" className="text-sm text-bad empty:hidden">
            {refusal}
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" tone="primary" busy={busy}>
              Create agent
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
