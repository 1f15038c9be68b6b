import type { Role } from "#lib/policy/vocabulary.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { ReviewKind } from "./other-item.ts";

/** What a person may do with a question that is not a call, and the sentence that says why not. The database decides again. */
export interface ItemRight {
  readonly approve: boolean;
  readonly reject: boolean;
  readonly sentence: string | null;
}

/** As airlock.voters_of has it. */
export const VOTERS: Record<ReviewKind, readonly Role[]> = {
  tool_version: ["reviewer"],
  policy_version: ["reviewer"],
  trust_change: ["reviewer", "admin"],
  team_run: ["operator", "reviewer"],
  action: ["operator", "reviewer"],
};

interface Standing {
  readonly kind: ReviewKind;
  readonly viewer: Viewer;
  /** Why their yes is worth nothing, as in "you wrote it". */
  readonly stake: string | null;
  readonly voted: boolean;
  /** When votes of this person begin to count, if that is still to come. */
  readonly countsFrom: string | null;
  /** When their role has aged enough for this quorum, if that is still to come. */
  readonly agedFrom: string | null;
  /** Why nobody can say yes now, as in "this agent is frozen". */
  readonly halted: string | null;
}

/** Who asked, wrote or owns it may say no like anybody else; their yes is worth nothing. */
export function itemRight({ kind, viewer, stake, voted, countsFrom, agedFrom, halted }: Standing): ItemRight {
  const nothing = { approve: false, reject: false };
  if (!VOTERS[kind].includes(viewer.role)) {
    const roles = VOTERS[kind].map((role) => `${role}s`).join(" and ");
    return { ...nothing, sentence: `You cannot decide: your role is ${viewer.role}. It takes ${roles}.` };
  }
  if (voted) {
    const sentence = "You said yes; it waits for another person. Reject takes your yes back and ends it.";
    return { approve: false, reject: true, sentence };
  }
  if (countsFrom) {
    const minute = new Date(countsFrom).toISOString().slice(0, 16).replace("T", " ");
    return { ...nothing, sentence: `Your role was given by one admin alone; your votes count from ${minute} UTC.` };
  }
  if (agedFrom) {
    const minute = new Date(agedFrom).toISOString().slice(0, 16).replace("T", " ");
    const sentence = `It takes two people, and your role is new; for two people it counts from ${minute} UTC. You may reject.`;
    return { approve: false, reject: true, sentence };
  }
  if (stake) return { approve: false, reject: true, sentence: `You cannot approve: ${stake}. You may reject.` };
  if (halted) return { approve: false, reject: true, sentence: `Nobody can approve: ${halted}. You may reject.` };
  return { approve: true, reject: true, sentence: null };
}
