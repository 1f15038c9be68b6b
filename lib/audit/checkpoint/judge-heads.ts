import { areAllLanes, type LaneHead } from "../lane-head.ts";

/** What the heads of now say, next to those that were signed last. */
export type HeadsVerdict =
  | { readonly kind: "moved" }
  | { readonly kind: "still" }
  | { readonly kind: "tampered"; readonly sentence: string };

/** A log only grows. A head that went back, or another hash at the same number, is history changed: that is never signed. */
export function judgeHeads(signed: readonly LaneHead[] | undefined, heads: readonly LaneHead[]): HeadsVerdict {
  if (!areAllLanes(heads)) return { kind: "tampered", sentence: "The log does not have its sixteen lanes." };
  if (!signed) return { kind: "moved" };
  for (const { lane, seq, hash } of signed) {
    const now = heads[lane];
    if (!now || now.seq < seq) {
      const sentence = `Lane ${lane} was signed up to entry ${seq} and now ends at ${now?.seq ?? 0}: entries are gone.`;
      return { kind: "tampered", sentence };
    }
    if (now.seq === seq && now.hash !== hash) {
      return { kind: "tampered", sentence: `Entry ${seq} of lane ${lane} is not the one that was signed.` };
    }
  }
  return { kind: heads.some(({ lane, seq }) => seq !== signed[lane]?.seq) ? "moved" : "still" };
}
