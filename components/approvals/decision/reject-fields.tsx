"use client";
import { type RefObject, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { REJECT_PRESETS } from "./reject-presets.ts";

export interface RejectWords {
  readonly reason: string;
  readonly note: string;
}

interface RejectFieldsProps {
  words: RejectWords;
  onWords: (words: RejectWords) => void;
  /** Where the reason goes: one agent or several. */
  hint: string;
  field?: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
  /** Somebody suspects an injection, and may want to see where else it stands. */
  onInjection?: () => void;
}

/** A no has a reason that the agent can act on, and may have a note that stays among people. */
export function RejectFields({ words, onWords, hint, field, onSend, onInjection }: RejectFieldsProps) {
  const id = useId();
  const suspected = REJECT_PRESETS.some(({ injection, reason }) => injection && reason === words.reason);
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Usual reasons</legend>
        {REJECT_PRESETS.map(({ label, reason }) => (
          <Button
            key={label}
            size="sm"
            className="max-md:h-10"
            title={reason}
            aria-pressed={words.reason === reason}
            onClick={() => onWords({ ...words, reason })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Field label="Reason" htmlFor={`${id}-reason`} hint={hint}>
        <TextArea
          ref={field}
          id={`${id}-reason`}
          value={words.reason}
          maxLength={2000}
          required
          onChange={(event) => onWords({ ...words, reason: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
          }}
        />
      </Field>
      <Field label="Note" htmlFor={`${id}-note`} hint="Stays among people.">
        <TextArea
          id={`${id}-note`}
          value={words.note}
          maxLength={2000}
          className="min-h-12!"
          onChange={(event) => onWords({ ...words, note: event.target.value })}
        />
      </Field>
      {suspected && onInjection && (
        <Button className="justify-self-start" onClick={onInjection}>
          Find other calls that carry the same text…
        </Button>
      )}
    </div>
  );
}
