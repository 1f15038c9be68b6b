"use client";
import { type RefObject, useImperativeHandle } from "react";
import { attentionKeys } from "#components/approvals/attention/attention-keys.ts";
import { useAttention } from "#components/approvals/attention/use-attention.ts";
import type { DecisionControl } from "#components/approvals/decision/use-decision.ts";
import type { Subject } from "#lib/approvals/attention/attend.ts";

/** What the keyboard may do with the item on the screen: its two answers, and what one can do with any question. */
export function useItemKeys(
  control: RefObject<DecisionControl | null>,
  subject: Subject,
  answers: Pick<DecisionControl, "approve" | "reject">,
): void {
  const attending = useAttention(subject);
  useImperativeHandle(control, () => ({ ...answers, ...attentionKeys(attending) }));
}
