"use client";
import { useMemo, useState } from "react";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import {
  type ArgumentChoice,
  type ChoiceKind,
  type Choices,
  firstText,
  narrowest,
  patternOf,
} from "#lib/approvals/rules/argument-choice.ts";
import type { RuleEffect } from "#lib/approvals/rules/rule-limits.ts";
import type { RulePattern } from "#lib/approvals/rules/rule-pattern.ts";
import { whyNoStandingYes } from "#lib/approvals/rules/why-no-standing-yes.ts";

/** What a rule says while somebody is making it. It begins as the narrowest there is: exactly this call. */
export function useRuleForm(detail: ApprovalDetail) {
  const input = useMemo(() => readInput(detail.input), [detail.input]);
  const noYes = whyNoStandingYes(detail);
  const [wanted, setEffect] = useState<RuleEffect>("approve");
  const [choices, setChoices] = useState<Choices>(() => narrowest(input));
  const [everyAgent, setEveryAgent] = useState(false);
  const [maxUses, setMaxUses] = useState("20");
  const [hours, setHours] = useState(24);
  const [reason, setReason] = useState("");
  const effect: RuleEffect = noYes === null ? wanted : "deny";
  const pattern: RulePattern = patternOf(input, choices);
  const set = (name: string, choice: ArgumentChoice) => setChoices({ ...choices, [name]: choice });
  return {
    input,
    noYes,
    effect,
    setEffect,
    choices,
    choose: (name: string, kind: ChoiceKind) => set(name, { kind, text: firstText(input[name], kind) }),
    type: (name: string, text: string) => set(name, { kind: choices[name]?.kind ?? "is", text }),
    everyAgent: everyAgent && effect === "deny",
    setEveryAgent,
    maxUses,
    setMaxUses,
    hours,
    setHours,
    reason,
    setReason,
    pattern,
  };
}

export type RuleForm = ReturnType<typeof useRuleForm>;

/** What cannot be read as an object has no arguments to make a rule of; the database refuses it too. */
function readInput(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
