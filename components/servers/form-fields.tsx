"use client";
import { createContext, type ReactNode, useContext } from "react";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import type { FieldProblems } from "#lib/registry/servers/form-to-server.ts";
import type { ServerField, ServerForm } from "#lib/registry/servers/server-form.ts";

/** The form that the fields below stand in: what was typed, what is wrong with it, and how it is changed. */
interface FormDoor {
  readonly form: ServerForm;
  readonly problems: FieldProblems;
  readonly change: (part: Partial<ServerForm>) => void;
}

const FormContext = createContext<FormDoor | null>(null);

export const FormProvider = FormContext.Provider;

export function useServerForm(): FormDoor {
  const door = useContext(FormContext);
  if (!door) throw new Error("A field stands outside of its form.");
  return door;
}

export function fieldId(field: ServerField): string {
  return `server-${field}`;
}

type TextName = "name" | "argv" | "url" | "environment" | "read" | "write" | "hosts" | "prefix";

interface TypedFieldProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  required?: boolean;
}

/** One line. */
export function TextField({ name, label, hint, placeholder, required }: TypedFieldProps) {
  const { form, problems, change } = useServerForm();
  return (
    <Field label={label} htmlFor={fieldId(name)} hint={hint} error={problems[name]}>
      <Input
        {...attributes(name, problems)}
        value={form[name]}
        placeholder={placeholder}
        required={required}
        onChange={(event) => change({ [name]: event.target.value })}
        className="font-mono"
      />
    </Field>
  );
}

/** A list, one item a line. */
export function LinesField({ name, label, hint, placeholder, rows = 3 }: TypedFieldProps & { rows?: number }) {
  const { form, problems, change } = useServerForm();
  return (
    <Field label={label} htmlFor={fieldId(name)} hint={hint} error={problems[name]}>
      <TextArea
        {...attributes(name, problems)}
        value={form[name]}
        placeholder={placeholder}
        rows={rows}
        wrap="off"
        onChange={(event) => change({ [name]: event.target.value })}
        className="min-h-0! overflow-x-auto font-mono"
      />
    </Field>
  );
}

type ChoiceName = "network" | "exec" | "risk" | "safetyClass" | "egressClass" | "idempotency";

interface ChoiceFieldProps<N extends ChoiceName> {
  name: N;
  label: string;
  hint?: ReactNode;
  options: readonly (readonly [ServerForm[N], string])[];
}

export function ChoiceField<N extends ChoiceName>({ name, label, hint, options }: ChoiceFieldProps<N>) {
  const { form, problems, change } = useServerForm();
  return (
    <Field label={label} htmlFor={fieldId(name)} hint={hint} error={problems[name]}>
      <Select
        {...attributes(name, problems)}
        value={form[name]}
        onChange={(event) => {
          const chosen = options.find(([value]) => value === event.target.value);
          if (chosen) change({ [name]: chosen[0] });
        }}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function attributes(name: ServerField, problems: FieldProblems) {
  return {
    id: fieldId(name),
    name,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    "aria-invalid": problems[name] ? true : undefined,
    "aria-describedby": problems[name] ? `${fieldId(name)}-error` : undefined,
  } as const;
}
