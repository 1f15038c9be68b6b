"use client";
import { useEffect, useRef, useState } from "react";
import { callAction } from "#components/live/call-action.ts";
import { signWithPasskey, stopAsking } from "#components/step-up/passkey-browser.ts";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Enrolment } from "#lib/step-up/begin-enrolment.ts";

/** Leads through what a change of one's proofs takes, one after the other. */
export function useEnrolment(actions: ProofsActions, onProved: (enrolment: Enrolment) => void) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [given, setGiven] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void callAction(() => actions.begin({})).then((outcome) => {
      if (outcome.ok) setEnrolment(outcome.value);
      else setProblem(outcome.message);
    });
  }, [actions]);
  useEffect(() => stopAsking, []);

  const give = async (prove: (asked: Enrolment) => Promise<Outcome<unknown>>) => {
    if (!enrolment) return;
    setBusy(true);
    setProblem(undefined);
    const outcome = await callAction(() => prove(enrolment));
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.message);
    if (given + 1 === enrolment.methods.length) onProved(enrolment);
    else setGiven(given + 1);
  };

  return {
    /** What is asked for now. */
    method: enrolment?.methods[given],
    problem,
    busy,
    password: (password: string) => void give(({ id }) => actions.proveWithPassword({ stepUp: id, password })),
    code: (code: string) => void give(({ id }) => actions.proveWithCode({ stepUp: id, code })),
    passkey: () =>
      void give(async ({ id, request }) => {
        if (!request) return { ok: false, code: "step_up_failed", message: "No passkey can be asked for." };
        const signed = await signWithPasskey(request);
        return signed.ok ? actions.proveWithPasskey({ stepUp: id, answer: signed.value }) : signed;
      }),
  };
}
