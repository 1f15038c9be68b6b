"use client";
import { type RefObject, useImperativeHandle } from "react";
import { useAttention } from "#components/approvals/attention/use-attention.ts";
import type { DecisionControl } from "#components/approvals/decision/use-decision.ts";
import type { Subject } from "#lib/approvals/attention/attend.ts";

const SNOOZE_MINUTES = 60;

/** What the keyboard may do with the item on the screen: its two answers, and what one can do with any question. */
export function useItemKeys(
  control: RefObject<DecisionControl | null>,
  subject: Subject,
  answers: Pick<DecisionControl, "approve" | "reject">,
): void {
  const { attention, assign, snooze } = useAttention(subject);
  useImperativeHandle(control, () => ({
    ...answers,
    ...(attention?.mayAttend
      ? {
          snooze: () => void snooze(attention.snoozedUntil === null ? SNOOZE_MINUTES : null),
          claim: () => void assign(attention.assignee?.id === attention.viewerId ? null : attention.viewerId),
        }
      : {}),
  }));
}
