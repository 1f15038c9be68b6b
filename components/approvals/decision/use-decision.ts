"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { attentionKeys } from "#components/approvals/attention/attention-keys.ts";
import { useAttention } from "#components/approvals/attention/use-attention.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { useHintedAction } from "#components/live/use-hinted-action.ts";
import { useStepUp } from "#components/step-up/use-step-up.tsx";
import { useNow } from "#components/ui/clock.tsx";
import { expectNews, toast } from "#components/ui/toast.ts";
import type { Decided } from "#lib/approvals/decide-invocation.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import type { Outcome, Refusal } from "#lib/errors/outcome.ts";
import { decidedElsewhere } from "./decided-elsewhere.ts";
import { tellDecision, tellDrill, tellUndoable } from "./decision-news.tsx";
import { shownName, useLooking } from "./use-looking.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";
import { useSettled } from "./use-settled.ts";

/** What the keyboard may do with the call that is on the screen. */
export interface DecisionControl {
  readonly approve?: () => void;
  readonly reject?: () => void;
  readonly edit?: () => void;
  readonly snooze?: () => void;
  readonly claim?: () => void;
}

/** Which revision was decided, and the word for how. */
export type OnDecided = (id: string, revision: number, word: string) => void;

type Question = "approve" | "reject" | "edit" | "rule";

/** A question that is being asked, and the call as it stood when it was: what is answered is what was shown, whatever comes in meanwhile. */
interface Asking {
  readonly kind: Question;
  readonly detail: ApprovalDetail;
}

/** The decision on one rendered call: which question is being asked, what was sent, what came back. */
export function useDecision(detail: ApprovalDetail, onDecided: OnDecided, control: RefObject<DecisionControl | null>) {
  const client = useQueryClient();
  const actions = useInboxActions();
  const callAction = useHintedAction();
  const askForProof = useStepUp();
  const now = useNow();
  /** An answer may come long after the click, for example when a proof was asked for between them. */
  const clock = useRef(now);
  useEffect(() => {
    clock.current = now;
  }, [now]);
  const looking = useLooking(detail);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [underWay, runOne] = useOneAtATime();
  const [sent, setSent] = useState<"approve" | "reject" | null>(null);
  const busy = underWay ? sent : null;
  /** Until the page moves on or hears what became of it, no live button stands on a dead card. */
  const [answered, setAnswered] = useState<string>();
  const [drill, setDrill] = useState<Decided | null>(null);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const settled = useSettled(looking.shown);
  const grave = detail.tier === "high" || detail.tier === "dual";
  /** By what the dialog was opened for; without one, by what is on the screen. */
  const { id, revision, digest, proofs, effect } = asking?.detail ?? detail;
  const seen = { id, revision, digest };
  const ask = (kind: Question) => setAsking({ kind, detail });

  const finish = (word: string) => {
    setAsking(null);
    setAnswered(shownName(seen));
    onDecided(id, revision, word);
  };
  const take = (kind: "approve" | "reject", decided: Decided) => {
    if (decided.status === "drill") {
      setAsking(null);
      setDrill(decided);
      // Whoever has gone on to another row meanwhile is told there.
      if (!here.current) {
        tellDrill(decided);
        onDecided(id, revision, "drill");
      }
      return;
    }
    const word = kind === "reject" ? "rejected" : decided.status === "running" ? "approved" : "voted";
    const leftMs = decided.undoMs ?? 0;
    if (word === "approved" && leftMs > 0) tellUndoable(effect, id, leftMs, actions.undo);
    else tellDecision(word, effect);
    finish(word);
  };
  /** A lost race, a passed time, a changed call: news, not errors. What was typed stays where it can still be sent. */
  const hear = (refusal: Refusal) => {
    if (refusal.code === "already_decided") {
      toast(decidedElsewhere(refusal, clock.current));
      finish("decided");
    } else if (refusal.code === "approval_expired" || refusal.code === "already_voted") {
      toast(refusal.message);
      finish(refusal.code === "already_voted" ? "voted" : "expired");
    } else if (refusal.code === "stale_payload") {
      toast(refusal.message);
      setAsking(null);
    } else if (refusal.code === "too_quick") {
      toast(refusal.message);
      looking.waitFor(Number(refusal.details?.waitSeconds ?? 1));
    } else if (refusal.code === "busy") {
      toast(refusal.message);
    } else {
      toast.error(refusal.message);
    }
  };
  const send = (kind: "approve" | "reject", act: () => Promise<Outcome<Decided> | null>) =>
    runOne(async () => {
      setSent(kind);
      expectNews();
      const outcome = await act();
      if (outcome?.ok) take(kind, outcome.value);
      else if (outcome) hear(outcome);
      void client.invalidateQueries();
    });
  const sendApprove = (reason?: string) =>
    void send("approve", async () => {
      const receipt = looking.receipt();
      const stepUp = proofs.length > 0 ? await askForProof({ subjectId: id, digest, methods: proofs }) : "";
      if (stepUp === null) return null;
      const proved = stepUp === "" ? {} : { stepUp };
      return callAction(() => actions.approve({ ...seen, receipt, ...proved, ...(reason ? { reason } : {}) }));
    });
  const sendReject = (reason: string, note: string) =>
    void send("reject", () => callAction(() => actions.reject({ ...seen, reason, ...(note ? { note } : {}) })));

  const ready = detail.status === "pending" && settled && busy === null && drill === null && answered !== looking.shown;
  const canApprove = ready && detail.right.approve && looking.notYet === undefined;
  const canReject = ready && detail.right.reject;
  const approve = () => {
    if (!canApprove) return;
    if (grave) ask("approve");
    else sendApprove();
  };
  const reject = () => {
    if (canReject) ask("reject");
  };
  const edit = () => {
    if (canReject) ask("edit");
  };
  const attending = useAttention({ kind: "invocation", id: detail.id });
  const decided = detail.approvalStatus === "approved" || detail.approvalStatus === "rejected";
  /** A rule answers for this call too, so it takes as much looking; one that was decided can still be made one of. */
  const canRule =
    (canReject && detail.votes === null && looking.notYet === undefined) ||
    (decided && attending.attention?.mayAttend === true);
  const rule = () => {
    if (canRule) ask("rule");
  };
  /** Whoever has been approving without reading takes the pointer in hand for what is grave. */
  const keyApproves = !(grave && detail.hurried);
  const approveByKey = () => {
    if (keyApproves) approve();
    else if (canApprove) toast("For this one use the button: your last approvals were quicker than reading.");
  };
  useImperativeHandle(control, () => ({
    approve: approveByKey,
    reject,
    edit,
    ...(detail.status === "pending" ? attentionKeys(attending) : {}),
  }));

  return {
    ...looking,
    seen,
    asking,
    busy,
    drill,
    keyApproves,
    canApprove,
    canReject,
    approve,
    reject,
    edit,
    canRule,
    rule,
    /** What became of the call when it was decided with a rule. */
    ruled: (decided: Decided | null) => {
      if (decided) take(decided.status === "rejected" ? "reject" : "approve", decided);
      else setAsking(null);
    },
    /** A lost race is news here too. Where the call has changed the dialog stays: what was chosen in it would be gone with it. */
    notRuled: (refusal: Refusal) => {
      if (refusal.code === "stale_payload") toast(refusal.message);
      else hear(refusal);
    },
    sendApprove,
    sendReject,
    close: () => setAsking(null),
    goOn: () => finish("drill"),
  };
}
