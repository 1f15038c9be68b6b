"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { decidedElsewhere } from "#components/approvals/decision/decided-elsewhere.ts";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { useOneAtATime } from "#components/approvals/decision/use-one-at-a-time.ts";
import { useSeenEnd } from "#components/approvals/decision/use-seen-end.ts";
import { useSettled } from "#components/approvals/decision/use-settled.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { useHintedAction } from "#components/live/use-hinted-action.ts";
import { useStepUp } from "#components/step-up/use-step-up.tsx";
import { useNow } from "#components/ui/clock.tsx";
import { expectNews, toast } from "#components/ui/toast.ts";
import type { ReviewedItem } from "#lib/approvals/items/other-item.ts";
import type { Refusal } from "#lib/errors/outcome.ts";
import { useItemKeys } from "./use-item-keys.ts";

/** Which answer is being given, and to the question as it stood when the dialog was opened. */
interface Asking {
  readonly decision: "approve" | "reject";
  readonly item: ReviewedItem;
}

const NEWS = { approved: "Approved", rejected: "Rejected", pending: "Your vote is counted" } as const;
const WORDS = { approved: "approved", rejected: "rejected", pending: "voted" } as const;
/** Somebody was there first, or the question is another one by now: news for the page, nothing to try again. */
const MOVED: ReadonlySet<string> = new Set(["already_decided", "approval_expired", "already_voted"]);

/** The decision on one question that is not a call: what is sent is the approval and the digest that were rendered. */
export function useItemDecision(item: ReviewedItem, onDecided: OnDecided, control: RefObject<DecisionControl | null>) {
  const client = useQueryClient();
  const { decideItem } = useInboxActions();
  const callAction = useHintedAction();
  const askForProof = useStepUp();
  const now = useNow();
  const shown = `${item.approvalId} ${item.digest}`;
  const end = useRef<HTMLDivElement>(null);
  const seenEnd = useSeenEnd(end, shown);
  const settled = useSettled(shown);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, runOne] = useOneAtATime();

  // Its time may pass before anybody tells this page.
  const open = !item.over && Date.parse(item.expiresAt) > now && settled && !busy;
  const notYet = item.right.approve && !seenEnd ? "Look at all of it first" : undefined;
  const canApprove = open && item.right.approve && notYet === undefined;
  const canReject = open && item.right.reject;
  const ask = (decision: Asking["decision"]) => {
    setRefusal(undefined);
    setAsking({ decision, item });
  };
  const approve = () => {
    if (canApprove) ask("approve");
  };
  const reject = () => {
    if (canReject) ask("reject");
  };
  useItemKeys(control, { kind: item.kind, id: item.id }, { approve, reject });

  const finish = (word: string) => {
    setAsking(null);
    onDecided(item.id, item.revision, word);
  };
  const takeRefusal = (refused: Refusal) => {
    if (!MOVED.has(refused.code)) {
      setRefusal(refused.message);
      return;
    }
    toast(refused.code === "already_decided" ? decidedElsewhere(refused, now) : refused.message);
    finish("decided");
  };
  const send = async (asking: Asking, reason: string, note: string) => {
    expectNews();
    const { approvalId, digest } = asking.item;
    const vote = { approvalId, digest, decision: asking.decision, reason, ...(note ? { note } : {}) };
    const first = await callAction(() => decideItem(vote));
    // More trust takes a proof of presence, where this installation asks for any: the database says so.
    const missing = !first.ok && first.code === "step_up_required";
    const stepUp = missing ? await askForProof({ subjectId: item.id, digest, methods: ["passkey"] }) : null;
    const outcome = stepUp ? await callAction(() => decideItem({ ...vote, stepUp })) : first;
    if (missing && !stepUp) return;
    if (outcome.ok) {
      toast.success(`${NEWS[outcome.value.status]}: ${item.effect}`);
      finish(WORDS[outcome.value.status]);
    } else takeRefusal(outcome);
    void client.invalidateQueries();
  };

  return {
    end,
    notYet,
    asking,
    busy,
    canApprove,
    canReject,
    approve,
    reject,
    send: (reason: string, note: string) => {
      if (asking) void runOne(() => send(asking, reason, note));
    },
    close: () => setAsking(null),
    refusal,
  };
}
