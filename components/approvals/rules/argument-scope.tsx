"use client";
import { useId } from "react";
import { Input, Select, TextArea } from "#components/ui/field.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { type ArgumentChoice, beginnings, type ChoiceKind, kindsFor } from "#lib/approvals/rules/argument-choice.ts";
import { KIND_WORDS } from "./kind-words.ts";

interface ArgumentScopeProps {
  name: string;
  value: unknown;
  choice: ArgumentChoice;
  onKind: (kind: ChoiceKind) => void;
  onText: (text: string) => void;
}

const SHOWN = 160;

/** One argument: what it is in this call, and what it may be in others. */
export function ArgumentScope({ name, value, choice, onKind, onText }: ArgumentScopeProps) {
  const id = useId();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0">
      <div className="min-w-0">
        <label htmlFor={`${id}-kind`} className="font-medium font-mono text-sm">
          <VisibleText text={name} />
        </label>
        <p className="font-mono text-sm text-ink-2">
          <VisibleText text={text.slice(0, SHOWN)} />
          {text.length > SHOWN && (
            <span className="text-ink-3"> … {text.length.toLocaleString("en-GB")} characters</span>
          )}
        </p>
      </div>
      <Select
        id={`${id}-kind`}
        value={choice.kind}
        onChange={(event) => onKind(kindsFor(value).find((kind) => kind === event.target.value) ?? "is")}
        className="w-auto! self-start font-sans"
      >
        {kindsFor(value).map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </Select>
      {(choice.kind === "prefix" || choice.kind === "suffix") && (
        <div className="col-span-2">
          <Input
            aria-label={`${name} ${KIND_WORDS[choice.kind]}`}
            aria-describedby={`${id}-hint`}
            list={`${id}-cuts`}
            value={choice.text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onText(event.target.value)}
            className="font-mono"
          />
          <datalist id={`${id}-cuts`}>
            {beginnings(text, choice.kind).map((cut) => (
              <option key={cut} value={cut} />
            ))}
          </datalist>
          <p id={`${id}-hint`} className="mt-1 font-sans text-sm text-ink-2">
            {choice.kind === "prefix"
              ? "What follows is one plain name or path: letters, digits, . _ - and, after a slash, /. Never .. or an encoding."
              : "What comes before is one plain name: letters, digits, . _ -, no slash and no second address."}
          </p>
        </div>
      )}
      {choice.kind === "oneOf" && (
        <TextArea
          aria-label={`${name}: one value per line`}
          value={choice.text}
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
          className="col-span-2 min-h-16 font-mono"
        />
      )}
      {choice.kind === "atMost" && (
        <Input
          aria-label={`${name} at most`}
          inputMode="decimal"
          value={choice.text}
          onChange={(event) => onText(event.target.value)}
          className="col-span-2 max-w-40"
        />
      )}
    </div>
  );
}
