import { may } from "#lib/sessions/permissions.ts";
import type { Viewer } from "#lib/sessions/session.ts";

/** What a person may do with a version that waits for review, and the sentence that says why not. The database decides again. */
export interface ReviewRight {
  readonly approve: boolean;
  readonly reject: boolean;
  readonly sentence: string | null;
}

interface Standing {
  readonly viewer: Viewer;
  readonly isAuthor: boolean;
  readonly voted: boolean;
  /** When votes of this person begin to count, if that is still to come. */
  readonly countsFrom: string | null;
  /** When their role has aged enough for this quorum, if that is still to come. */
  readonly agedFrom: string | null;
}

/** Whoever wrote it may withdraw it by a no, as anybody may who reviews; their yes is worth nothing. */
export function reviewRight({ viewer, isAuthor, voted, countsFrom, agedFrom }: Standing): ReviewRight {
  const nothing = { approve: false, reject: false };
  if (!may(viewer.role, "registry.review")) {
    return { ...nothing, sentence: `You cannot decide: your role is ${viewer.role}. Reviewers decide on versions.` };
  }
  if (voted) {
    const sentence =
      "You said yes to this version; it waits for another person. Reject takes your yes back and ends it.";
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
  if (isAuthor) {
    return { approve: false, reject: true, sentence: "You cannot approve: you wrote it. You may reject." };
  }
  return { approve: true, reject: true, sentence: null };
}
