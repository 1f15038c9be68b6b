"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { callAction } from "#components/live/call-action.ts";
import type { AskedProof } from "#lib/step-up/begin-step-up.ts";
import type { ProvenItem } from "#lib/step-up/proof-method.ts";
import { signWithPasskey, stopAsking } from "./passkey-browser.ts";
import type { StepUpActions } from "./proof-actions.ts";

/** One question from its beginning to its answer: begun at once, begun again when it has died. */
export function useItemProof(item: ProvenItem, actions: StepUpActions, onProved: (stepUp: string) => void) {
  const [asked, setAsked] = useState<AskedProof | null>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);
  const { subjectId, digest } = item;

  const begin = useCallback(async (): Promise<AskedProof | null> => {
    const outcome = await callAction(() => actions.begin({ subjectId, digest }));
    setAsked(outcome.ok ? outcome.value : null);
    if (!outcome.ok) setProblem(outcome.message);
    return outcome.ok ? outcome.value : null;
  }, [actions, subjectId, digest]);

  /** A dead question is asked anew before the next try, so that a person only ever sees the reason. */
  const attempt = useCallback(
    async (question: AskedProof, give: (stepUp: string) => ReturnType<StepUpActions["proveWithCode"]>) => {
      if (!question.id) return;
      setBusy(true);
      setProblem(undefined);
      const stepUp = question.id;
      const outcome = await callAction(() => give(stepUp));
      setBusy(false);
      if (outcome.ok) return onProved(outcome.value.id);
      setProblem(outcome.message);
      if (outcome.details?.left === undefined || outcome.details.left === 0) await begin();
    },
    [begin, onProved],
  );

  const askPasskey = useCallback(
    (question: AskedProof) =>
      attempt(question, async (stepUp) => {
        if (!question.passkey) return { ok: false, code: "step_up_failed", message: "No passkey can be asked for." };
        const signed = await signWithPasskey(question.passkey);
        return signed.ok ? actions.proveWithPasskey({ stepUp, answer: signed.value }) : signed;
      }),
    [actions, attempt],
  );

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin().then((question) => {
      // Nothing to choose: the browser asks by itself.
      if (question?.methods.length === 1 && question.methods[0] === "passkey") void askPasskey(question);
    });
  }, [begin, askPasskey]);
  useEffect(() => stopAsking, []);

  return {
    asked,
    problem,
    busy,
    begin: () => {
      setProblem(undefined);
      void begin();
    },
    passkey: () => asked && void askPasskey(asked),
    code: (code: string) => asked && void attempt(asked, (stepUp) => actions.proveWithCode({ stepUp, code })),
  };
}
