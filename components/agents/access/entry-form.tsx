"use client";
import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { type Draft, keepDraft } from "#components/policies/editor/draft-store.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Select, TextArea } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { AgentPolicy } from "#lib/policy/document/policy-document.ts";
import { NARROWED, readEntry } from "./entry-fields.ts";

interface EntryFormProps {
  agent: string;
  isCustom: boolean;
  entry: AgentPolicy | undefined;
  profiles: readonly string[];
  levels: readonly string[];
  draft: (input: { agent: string; entry: Record<string, unknown> }) => Promise<Outcome<Draft>>;
}

/** A form for an agent's part of the policy. It writes the draft that the editor would hold, and goes on there to the preview. */
export function EntryForm({ agent, isCustom, entry, profiles, levels, draft }: EntryFormProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = readEntry(new FormData(event.currentTarget), entry);
    start(async () => {
      const outcome = await callAction(() => draft({ agent, entry: written }));
      if (!outcome.ok) return setRefusal(outcome.message);
      keepDraft(sessionStorage, `agent-${agent}`, outcome.value);
      router.push(`/policies/edit?agent=${agent}`);
    });
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Pencil size={14} aria-hidden /> Change…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`What the policy says about ${agent}`}
        description="It becomes a draft of the policy. You see what it would change before you propose it."
      >
        <form onSubmit={submit} className="grid gap-3 pb-3">
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">Profiles</legend>
            <div className="grid max-h-40 gap-1 overflow-auto rounded-md border px-2.5 py-1.5">
              {profiles.map((name) => (
                <label key={name} className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    name="profiles"
                    value={name}
                    defaultChecked={entry?.profiles.includes(name)}
                    className="size-3.5 accent-accent"
                  />
                  <code className="text-sm">{name}</code>
                </label>
              ))}
            </div>
          </fieldset>
          {isCustom && (
            <Field label="Level" htmlFor="entry-level" hint="Its access level is custom: this says which.">
              <Select id="entry-level" name="custom_level" defaultValue={entry?.custom_level ?? ""}>
                <option value="">custom</option>
                {levels.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </Field>
          )}
          <Field label="Tools it may not use" htmlFor="entry-deny" hint="One name per line. Overrides everything else.">
            <TextArea
              id="entry-deny"
              name="deny"
              defaultValue={entry?.deny.join("\n")}
              spellCheck={false}
              className="min-h-14 font-mono text-sm"
            />
          </Field>
          <Field
            label="Tools it may also use"
            htmlFor="entry-allow"
            hint="One name per line. Allowed even though its level excludes their category; they still reach no further than the level."
          >
            <TextArea
              id="entry-allow"
              name="allow"
              defaultValue={entry?.allow.join("\n")}
              spellCheck={false}
              className="min-h-14 font-mono text-sm"
            />
          </Field>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1 font-medium">Narrower than its level</legend>
            {NARROWED.map(({ field, label, values }) => (
              <div key={field} className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
                <label htmlFor={`entry-${field}`} className="text-ink-2">
                  {label}
                </label>
                <Select
                  id={`entry-${field}`}
                  name={`narrow.${field}`}
                  defaultValue={String(entry?.narrow?.[field] ?? "")}
                >
                  <option value="">as its level</option>
                  {values.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </Select>
              </div>
            ))}
          </fieldset>
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              name="report_only"
              defaultChecked={entry?.enforce_tool_policies === false}
              className="mt-0.5 size-3.5 accent-accent"
            />
            <span>
              The path and host gate only reports
              <span className="block text-sm text-ink-2">The sandbox stays as tight as it is.</span>
            </span>
          </label>
          {refusal && <p className="text-sm text-bad">{refusal}</p>}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="primary" type="submit" busy={busy}>
              Preview
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
