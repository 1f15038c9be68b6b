"use client";
import { createContext, useContext } from "react";
import type { ProvenItem } from "#lib/step-up/proof-method.ts";

/** Asks the person to prove that they are there; gives the id of the proof, or null when they gave up. */
export type AskForProof = (item: ProvenItem) => Promise<string | null>;

export const ProofAsking = createContext<AskForProof | null>(null);

/**
 * For whoever sends a decision that takes a proof: ask first, send the id along. The question shows its own dialog, above whatever
 * is open; nothing of the page below is lost.
 */
export function useStepUp(): AskForProof {
  const ask = useContext(ProofAsking);
  if (!ask) throw new Error("This page stands outside of the step-up.");
  return ask;
}
