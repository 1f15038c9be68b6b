/** How far the log is signed, as a page can know it: from the newest checkpoint and sixteen look-ups. The chain between is not walked. */
export type Proof =
  | { readonly state: "unknown" }
  | { readonly state: "none" }
  | { readonly state: "unsound"; readonly sentence: string }
  | {
      readonly state: "signed";
      readonly number: number;
      /** When the checkpointer last said that this was the whole log. */
      readonly at: string;
      readonly entries: number;
      readonly unsigned: number;
      /** The head that the log does not have as it was signed. */
      readonly differs: { readonly lane: number; readonly seq: number } | null;
    };

/** A checkpointer signs every ten seconds; what is older than this says that it does not. */
export const STALE_AFTER_MS = 60_000;

export type Verdict = "proved" | "stale" | "differs" | "unsound" | "none" | "unknown";

export function judgeProof(proof: Proof, now: number): Verdict {
  if (proof.state !== "signed") return proof.state;
  if (proof.differs) return "differs";
  return now - Date.parse(proof.at) > STALE_AFTER_MS ? "stale" : "proved";
}
