"use client";
import { Chip } from "#components/ui/chip.tsx";
import { Input, Select, TextArea } from "#components/ui/field.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { FieldKind, FieldState, FormField } from "#lib/approvals/edit/form-fields.ts";
import { visibleSegments } from "#lib/sanitise/visible.ts";

interface EditFieldProps {
  id: string;
  field: FormField;
  state: FieldState;
  onState: (state: FieldState) => void;
  error: string | undefined;
}

const KIND_WORDS: Record<FieldKind, string> = {
  text: "text",
  number: "number",
  integer: "whole number",
  boolean: "yes or no",
  choice: "one of a list",
  json: "JSON",
};

/** One argument, as its schema has it: typed, perhaps null, perhaps not given. */
export function EditField({ id, field, state, onState, error }: EditFieldProps) {
  const { name, kind, required, nullable, description } = field;
  const text = state.given === "value" ? state.text : "";
  const isHiding = kind !== "boolean" && visibleSegments(text).some((segment) => segment.kind === "hidden");
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="font-medium font-mono text-sm">
          <VisibleText text={name} />
        </label>
        <Chip>{KIND_WORDS[kind]}</Chip>
        {(nullable || !required) && (
          <Select
            aria-label={`Whether ${name} is given`}
            className="ml-auto h-7! w-auto! text-sm max-md:h-10!"
            value={state.given}
            onChange={({ target }) => onState(given(target.value, field))}
          >
            <option value="value">given</option>
            {nullable && <option value="null">null</option>}
            {!required && <option value="absent">not given</option>}
          </Select>
        )}
      </div>
      {state.given === "value" && (
        <Control
          id={id}
          field={field}
          text={text}
          onText={(typed) => onState({ given: "value", text: typed })}
          error={error}
        />
      )}
      {isHiding && (
        <p className="rounded-sm bg-hover px-2 py-1 font-mono text-xs">
          <span className="font-sans text-ink-2">It holds what cannot be seen: </span>
          <VisibleText text={text} />
        </p>
      )}
      {error ? (
        <p id={`${id}-error`} className="text-bad text-sm">
          {error}
        </p>
      ) : (
        description && (
          <p className="text-ink-2 text-sm">
            <VisibleText text={description} />
          </p>
        )
      )}
    </div>
  );
}

/** Back to what stood there; a field that had nothing starts as its kind can be read. */
function given(word: string, { kind, choices, start }: FormField): FieldState {
  if (word === "null" || word === "absent") return { given: word };
  if (start.given === "value") return start;
  const text = kind === "choice" ? (choices[0] ?? "") : kind === "boolean" ? "false" : kind === "json" ? "{}" : "";
  return { given: "value", text };
}

interface ControlProps {
  id: string;
  field: FormField;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
}

function Control({ id, field: { kind, choices }, text, onText, error }: ControlProps) {
  const common = {
    id,
    value: text,
    "aria-invalid": error !== undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  };
  if (kind === "boolean" || kind === "choice") {
    return (
      <Select {...common}>
        {(kind === "boolean" ? ["true", "false"] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === "number" || kind === "integer") {
    return <Input {...common} inputMode="decimal" autoComplete="off" className="figures font-mono" />;
  }
  const lines = Math.min(12, Math.max(1, text.split("\n").length));
  return <TextArea {...common} rows={lines} spellCheck={false} className="min-h-8! font-mono text-sm" />;
}
