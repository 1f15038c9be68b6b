"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useMemo, useRef, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { LimitName } from "#lib/policy/tool-policy.ts";
import { fieldProblems } from "#lib/registry/servers/field-problems.ts";
import { type FieldProblems, formToServer, type ServerToConnect } from "#lib/registry/servers/form-to-server.ts";
import { emptyForm, type ServerForm } from "#lib/registry/servers/server-form.ts";
import { ClassFields } from "./class-fields.tsx";
import { FormProvider, TextField } from "./form-fields.tsx";
import { PasteEntry } from "./paste-entry.tsx";
import { PolicyFields } from "./policy-fields.tsx";
import { ReachFields } from "./reach-fields.tsx";

interface ConnectFormProps {
  limits: Readonly<Record<LimitName, number>>;
  connect: (input: ServerToConnect) => Promise<Outcome<{ name: string }>>;
}

interface Refused {
  readonly problems: FieldProblems;
  /** What belongs to no field. */
  readonly message?: string;
}

/** Names a server and what it may touch. What is refused stays as it was typed, each problem at its field. */
export function ConnectForm({ limits, connect }: ConnectFormProps) {
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<ServerForm>(() => emptyForm(limits));
  const [{ problems, message }, setRefused] = useState<Refused>({ problems: {} });
  const [busy, start] = useTransition();
  const door = useMemo(
    () => ({
      form,
      problems,
      change: (part: Partial<ServerForm>) => setForm((before) => ({ ...before, ...part })),
    }),
    [form, problems],
  );
  const refuse = (refused: Refused) => {
    setRefused(refused);
    // After the page has been painted with it: the first field that is wrong is where to go on.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reading = formToServer(form);
    if (!reading.ok) return refuse({ problems: reading.problems });
    start(async () => {
      const outcome = await callAction(() => connect(reading.server));
      if (outcome.ok) return router.push(`/servers/${outcome.value.name}`);
      const found = fieldProblems(outcome.details);
      refuse({ problems: found, ...(Object.keys(found).length > 0 ? {} : { message: outcome.message }) });
    });
  };
  const wrong = Object.keys(problems).length;
  return (
    <FormProvider value={door}>
      <form ref={element} onSubmit={submit} noValidate className="grid max-w-3xl gap-6">
        <PasteEntry />
        <Part title="The server">
          <TextField
            name="name"
            label="Name"
            required
            placeholder="files"
            hint="Lower case, digits and -. It appears in addresses and in the log, and never changes."
          />
          <ReachFields />
        </Part>
        <Part title="What it may touch" note="the dispatcher's machine holds it to this; an empty field allows nothing">
          <PolicyFields />
        </Part>
        <Part title="How its tools are classed" note="each tool can be set differently when it is imported">
          <ClassFields />
        </Part>
        {message && (
          <div role="alert" tabIndex={-1}>
            <Callout tone="bad" title={<b className="font-semibold">It was not connected.</b>}>
              {message}
            </Callout>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" tone="primary" size="lg" busy={busy}>
            Connect and list its tools
          </Button>
          <Link href="/servers" prefetch={false} className={buttonClasses("plain", "lg")}>
            Cancel
          </Link>
          {wrong > 0 && (
            <p role="alert" className="text-sm text-bad">
              {wrong === 1 ? "One field needs a look." : `${wrong} fields need a look.`}
            </p>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <header className="border-b pb-1">
        <h2 className="inline font-semibold">{title}</h2>
        {note && <span className="ml-2 text-sm text-ink-2">{note}</span>}
      </header>
      {children}
    </section>
  );
}
