"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input, Select } from "#components/ui/field.tsx";
import { AGES_MINUTES, type InboxFilter } from "#lib/approvals/inbox-filter.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { ACCESS_LEVELS } from "#lib/policy/vocabulary.ts";
import type { AddressChanges } from "./use-inbox-address.ts";

interface InboxFiltersProps {
  filter: InboxFilter;
  /** Names to choose from: those on the screen. Any other can be typed. */
  rows: readonly InboxItem[];
  /** The agent is given by the page. */
  ofOneAgent: boolean;
  onChange: (changes: AddressChanges) => void;
}

const KINDS = [
  ["call", "calls"],
  ["unknown", "unknown outcomes"],
  ["tool_version", "tool versions"],
  ["policy_version", "policy versions"],
  ["trust_change", "trust changes"],
  ["team_run", "team runs"],
  ["action", "actions"],
] as const;

export function countNarrowed(filter: InboxFilter, ofOneAgent: boolean): number {
  const { kind, tool, agent, level, ageMinutes, holder, myVote } = filter;
  return [kind, tool, ofOneAgent ? null : agent, level, ageMinutes, holder, myVote || null].filter(
    (value) => value !== null,
  ).length;
}

/** The filters that no tile has. */
export function InboxFilters({ filter, rows, ofOneAgent, onChange }: InboxFiltersProps) {
  return (
    <div id="inbox-filters" className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
      <Choice
        name="of"
        label="Kind"
        value={filter.kind}
        options={KINDS.map(([value, label]) => ({ value, label }))}
        onChange={onChange}
      />
      <Name name="tool" label="Tool" value={filter.tool} known={rows.map(({ tool }) => tool)} onChange={onChange} />
      {!ofOneAgent && (
        <Name
          name="agent"
          label="Agent"
          value={filter.agent}
          known={rows.map(({ agent }) => agent)}
          onChange={onChange}
        />
      )}
      {!ofOneAgent && (
        <Choice
          name="level"
          label="Declared"
          value={filter.level}
          options={ACCESS_LEVELS.map((value) => ({ value, label: value }))}
          onChange={onChange}
        />
      )}
      <Choice
        name="age"
        label="Waits"
        value={filter.ageMinutes === null ? null : String(filter.ageMinutes)}
        options={AGES_MINUTES.map((age) => ({ value: String(age), label: `over ${age} min` }))}
        onChange={onChange}
      />
      <Choice
        name="who"
        label="Claimed"
        value={filter.holder}
        options={[
          { value: "me", label: "by me" },
          { value: "nobody", label: "by nobody" },
        ]}
        onChange={onChange}
      />
      <label className="flex h-8 items-center gap-2 max-md:h-11">
        <input
          type="checkbox"
          checked={filter.myVote}
          onChange={(event) => onChange({ vote: event.target.checked ? "mine" : null })}
          className="size-3.5 accent-accent"
        />
        Needs my vote
      </label>
      {countNarrowed(filter, ofOneAgent) > 0 && (
        <Button
          tone="quiet"
          size="sm"
          onClick={() => onChange({ of: null, tool: null, agent: null, level: null, age: null, who: null, vote: null })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

interface Part {
  name: string;
  label: string;
  value: string | null;
  onChange: (changes: AddressChanges) => void;
}

function Choice(part: Part & { options: readonly { readonly value: string; readonly label: string }[] }) {
  const { name, label, value, options, onChange } = part;
  return (
    <Select
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value || null })}
      className="w-40! max-md:w-full!"
    >
      <option value="">{label}: any</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {label}: {option.label}
        </option>
      ))}
    </Select>
  );
}

/** It is never made anew while somebody types in it: the letters that follow would be taken for keys that decide. */
function Name({ name, label, value, known, onChange }: Part & { known: readonly (string | null)[] }) {
  const [typed, setTyped] = useState(value ?? "");
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value ?? "");
  }
  const names = [...new Set(known)].flatMap((each) => each ?? []).sort();
  const choose = (text: string) => {
    if (text.trim() !== (value ?? "")) onChange({ [name]: text.trim() || null });
  };
  return (
    <>
      <Input
        type="search"
        list={`known-${name}`}
        aria-label={label}
        placeholder={`${label}: any`}
        value={typed}
        maxLength={100}
        spellCheck={false}
        onBlur={() => choose(typed)}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === "" || names.includes(event.target.value)) choose(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") choose(typed);
        }}
        className="w-36! max-md:w-full!"
      />
      <datalist id={`known-${name}`}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
