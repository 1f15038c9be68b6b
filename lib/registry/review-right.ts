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
}

/** Whoever wrote it may withdraw it by a no, as anybody may who reviews; their yes is worth nothing. */
export function reviewRight({ viewer, isAuthor, voted, countsFrom }: Standing): ReviewRight {
  const nothing = { approve: false, reject: false };
  if (!may(viewer.role, "registry.review")) {
    return { ...nothing, sentence: `You cannot decide: your role is ${viewer.role}. Reviewers decide on versions.` };
  }
  if (voted) return { ...nothing, sentence: "You have voted on this version. It waits for another person." };
  if (countsFrom) {
    const minute = new Date(countsFrom).toISOString().slice(0, 16).replace("T", " ");
    return { ...nothing, sentence: `Your role was given by one admin alone; your votes count from ${minute} UTC.` };
  }
  if (isAuthor) {
    return { approve: false, reject: true, sentence: "You cannot approve: you wrote it. You may reject." };
  }
  return { approve: true, reject: true, sentence: null };
}
