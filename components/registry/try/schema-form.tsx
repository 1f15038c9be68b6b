"use client";
import { useId } from "react";
import { Input, Select, TextArea } from "#components/ui/field.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { FieldTexts, FormField } from "./form-fields.ts";

interface SchemaFormProps {
  fields: readonly FormField[];
  texts: FieldTexts;
  onText: (name: string, text: string) => void;
}

/** The names and descriptions are the author's; the fields are ours. */
export function SchemaForm({ fields, texts, onText }: SchemaFormProps) {
  const id = useId();
  return (
    <div className="grid gap-3">
      {fields.map((field, index) => (
        <div key={field.name} className="grid gap-1">
          <label htmlFor={`${id}-${index}`} className="font-mono text-sm font-medium">
            <VisibleText text={field.name} />
            {field.required && <span className="font-sans font-normal text-ink-2"> required</span>}
          </label>
          <Control
            field={field}
            id={`${id}-${index}`}
            text={texts[field.name] ?? ""}
            onText={(text) => onText(field.name, text)}
          />
          {field.description && (
            <span className="untrusted block rounded-sm bg-inset py-0.5 pr-2 pl-3.5 text-sm text-ink-2">
              <VisibleText text={field.description} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

interface ControlProps {
  field: FormField;
  id: string;
  text: string;
  onText: (text: string) => void;
}

function Control({ field, id, text, onText }: ControlProps) {
  if (field.kind === "choice" || field.kind === "boolean") {
    const choices = field.kind === "boolean" ? ["true", "false"] : field.choices;
    return (
      <Select id={id} value={text} onChange={(event) => onText(event.target.value)}>
        <option value="">not sent</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  }
  if (field.kind === "json") {
    return (
      <TextArea
        id={id}
        value={text}
        spellCheck={false}
        placeholder="JSON"
        onChange={(event) => onText(event.target.value)}
        className="min-h-14 font-mono text-[12.5px]"
      />
    );
  }
  return (
    <Input
      id={id}
      value={text}
      inputMode={field.kind === "number" ? "decimal" : "text"}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onText(event.target.value)}
      className="font-mono text-[12.5px]"
    />
  );
}
