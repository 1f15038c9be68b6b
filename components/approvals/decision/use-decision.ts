"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { useNow } from "#components/ui/clock.tsx";
import { argumentsOf, isLong } from "#components/untrusted/arguments-of.ts";
import type { Decided } from "#lib/approvals/decide-invocation.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { decidedElsewhere } from "./decided-elsewhere.ts";
import { decisionNews } from "./decision-news.tsx";
import { useSeenEnd } from "./use-seen-end.ts";
import { useSettled } from "./use-settled.ts";
import { whyNotYet } from "./why-not-yet.ts";

/** What the keyboard may do with the call that is on the screen. */
export interface DecisionControl {
  readonly approve: () => void;
  readonly reject: () => void;
}

/** Which revision was decided, and the word for how. */
export type OnDecided = (id: string, revision: number, word: string) => void;

interface Opening {
  readonly of: string;
  readonly names: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

type Asking = "approve" | "reject" | null;

/** The decision on one rendered call: what was opened, which question is being asked, what was sent. */
export function useDecision(detail: ApprovalDetail, onDecided: OnDecided, control: RefObject<DecisionControl | null>) {
  const client = useQueryClient();
  const actions = useInboxActions();
  const now = useNow();
  const items = useMemo(() => argumentsOf(detail.input), [detail.input]);
  const shown = `${detail.id} ${detail.revision} ${detail.digest}`;
  // What was opened of one revision says nothing about the next, which may hide something else under the same name.
  const [opening, setOpening] = useState<Opening>({ of: shown, names: new Set() });
  const opened = opening.of === shown ? opening.names : NOTHING;
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState<Asking>(null);
  const settled = useSettled(shown);
  const unopened = (items ?? []).filter((item) => isLong(item) && !opened.has(item.name)).length;
  const argumentsEnd = useRef<HTMLDivElement>(null);
  // Opening a value moves the end: then it has to come into view again.
  const seenEnd = useSeenEnd(argumentsEnd, `${shown} ${opened.size}`);
  const notYet = whyNotYet({ unopened, seenEnd });
  const grave = detail.tier === "high" || detail.tier === "dual";
  const seen = { id: detail.id, revision: detail.revision, digest: detail.digest };

  const send = async (kind: "approve" | "reject", act: () => Promise<Outcome<Decided>>) => {
    setBusy(kind);
    const outcome = await callAction(act);
    setBusy(null);
    setAsking(null);
    if (outcome.ok) {
      const word = kind === "reject" ? "rejected" : outcome.value.status === "running" ? "approved" : "voted";
      toast.success(decisionNews(word, detail.effect), { description: CONSEQUENCES[word] });
      onDecided(detail.id, detail.revision, word);
    } else if (outcome.code === "already_decided") {
      toast(decidedElsewhere(outcome, now));
      onDecided(detail.id, detail.revision, "decided");
    } else {
      toast.error(outcome.message);
    }
    await client.invalidateQueries();
  };
  const sendApprove = (reason?: string) =>
    void send("approve", () => actions.approve({ ...seen, ...(reason ? { reason } : {}) }));
  const sendReject = (reason: string, note: string) =>
    void send("reject", () => actions.reject({ ...seen, reason, ...(note ? { note } : {}) }));

  const ready = detail.status === "pending" && settled && busy === null;
  const canApprove = ready && detail.right.approve && notYet === undefined;
  const canReject = ready && detail.right.reject;
  const approve = () => {
    if (!canApprove) return;
    if (grave) setAsking("approve");
    else sendApprove();
  };
  const reject = () => {
    if (canReject) setAsking("reject");
  };
  useImperativeHandle(control, () => ({ approve, reject }));

  return {
    items,
    opened,
    notYet,
    argumentsEnd,
    asking,
    busy,
    canApprove,
    canReject,
    approve,
    reject,
    sendApprove,
    sendReject,
    open: (name: string) => setOpening({ of: shown, names: new Set([...opened, name]) }),
    close: () => setAsking(null),
  };
}

const CONSEQUENCES = {
  approved: "It runs now.",
  voted: "It waits for a second person.",
  rejected: "The agent receives your reason.",
} as const;
