"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useState } from "react";
import type { ProvenItem } from "#lib/step-up/proof-method.ts";
import type { StepUpActions } from "./proof-actions.ts";
import { type AskForProof, ProofAsking } from "./use-step-up.tsx";

/** Fetched when it is first needed: most decisions take no proof. */
const StepUpDialog = dynamic(() => import("./step-up-dialog.tsx").then((module) => module.StepUpDialog), {
  ssr: false,
});

interface Asking {
  readonly item: ProvenItem;
  readonly answer: (stepUp: string | null) => void;
}

/** Holds the one question that may be open; whoever asks another has given up the first. */
export function StepUpProvider({ actions, children }: { actions: StepUpActions; children: ReactNode }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = useCallback<AskForProof>(
    (item) =>
      new Promise((answer) => {
        setAsking((open) => {
          open?.answer(null);
          return { item, answer };
        });
      }),
    [],
  );
  const close = (stepUp: string | null) => {
    asking?.answer(stepUp);
    setAsking(null);
  };
  return (
    <ProofAsking value={ask}>
      {children}
      {asking && (
        <StepUpDialog
          key={`${asking.item.subjectId} ${asking.item.digest}`}
          item={asking.item}
          actions={actions}
          onAnswer={close}
        />
      )}
    </ProofAsking>
  );
}
