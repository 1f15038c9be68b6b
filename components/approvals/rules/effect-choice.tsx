"use client";
import { useId } from "react";
import { RULE_EFFECTS } from "#lib/approvals/rules/rule-limits.ts";
import type { RuleForm } from "./use-rule-form.ts";

interface EffectChoiceProps {
  form: RuleForm;
  agent: string;
  tool: string;
  version: number;
}

const WORDS = { approve: "Approve them", deny: "Refuse them" } as const;

/** Which answer calls like this get from now on, and whose calls they are. */
export function EffectChoice({ form, agent, tool, version }: EffectChoiceProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">From now on</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {RULE_EFFECTS.map((effect) => (
          <label key={effect} className="flex items-center gap-2 max-md:min-h-11">
            <input
              type="radio"
              name={id}
              checked={form.effect === effect}
              disabled={effect === "approve" && form.noYes !== null}
              onChange={() => form.setEffect(effect)}
            />
            {WORDS[effect]}
          </label>
        ))}
      </div>
      {form.noYes !== null && <p className="text-sm text-ink-2">{form.noYes}</p>}
      <p className="text-sm text-ink-2">
        {form.everyAgent ? "Every agent" : agent} · {tool} v{version}. A changed tool ends the rule.
      </p>
      {form.effect === "deny" && (
        <label className="flex items-center gap-2 max-md:min-h-11">
          <input
            type="checkbox"
            checked={form.everyAgent}
            onChange={(event) => form.setEveryAgent(event.target.checked)}
          />
          For every agent
        </label>
      )}
    </fieldset>
  );
}
