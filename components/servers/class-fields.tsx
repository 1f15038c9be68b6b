"use client";
import { EGRESS_CLASSES, RISKS, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { classWords } from "./class-words.ts";
import { ChoiceField, TextField, useServerForm } from "./form-fields.tsx";

const same = <T extends string>(values: readonly T[]) => values.map((value) => [value, value] as const);

/** How its tools are classed until somebody says otherwise about one of them. */
export function ClassFields() {
  const { form, change } = useServerForm();
  return (
    <>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <TextField
          name="prefix"
          label="Prefix of its tools' names"
          placeholder={form.name || "files"}
          hint={`An agent sees read_file as ${form.prefix || form.name || "files"}_read_file. Empty: the server's name.`}
        />
        <ChoiceField
          name="risk"
          label="Risk"
          hint="A held call is shown as at least this grave."
          options={same(RISKS)}
        />
        <ChoiceField
          name="safetyClass"
          label="Safety class"
          options={same(SAFETY_CLASSES)}
          hint="What its tools can do."
        />
        <ChoiceField
          name="egressClass"
          label="Egress class"
          options={same(EGRESS_CLASSES)}
          hint="What its tools can send out, or change outside."
        />
        <ChoiceField
          name="idempotency"
          label="Idempotency key"
          hint="Whether a call has to send one, so that one intent is not carried out twice."
          options={[
            ["optional", "may be sent"],
            ["required", "must be sent"],
          ]}
        />
        <label className="flex items-start gap-2 md:pt-6">
          <input
            type="checkbox"
            checked={form.idempotent}
            onChange={(event) => change({ idempotent: event.target.checked })}
            className="mt-0.5 accent-accent"
          />
          <span>
            Running a call twice does no harm
            <span className="block text-sm text-ink-2">
              Then a call whose dispatcher was lost is run again by itself. Say so only if it is true of every tool.
            </span>
          </span>
        </label>
      </div>
      <p className="text-sm text-ink-2">
        {classWords(form.safetyClass, form.egressClass, form.kind === "http" ? "allowlist" : form.network)}
      </p>
    </>
  );
}
