import { may } from "#lib/sessions/permissions.ts";
import type { Viewer } from "#lib/sessions/session.ts";

/** What a person may do with a waiting call, and the sentence that says why not. The database decides again. */
export interface VoteRight {
  readonly approve: boolean;
  readonly reject: boolean;
  readonly sentence: string | null;
}

interface Standing {
  readonly viewer: Viewer;
  readonly ownsAgent: boolean;
  readonly edited: boolean;
  readonly voted: boolean;
}

/** An owner's or editor's yes is worth nothing, their no is worth as much as anybody's. */
export function voteRight({ viewer, ownsAgent, edited, voted }: Standing): VoteRight {
  if (!may(viewer.role, "approvals.decide")) {
    return {
      approve: false,
      reject: false,
      sentence: `You cannot vote: your role is ${viewer.role}. Operators and reviewers decide.`,
    };
  }
  if (voted)
    return { approve: false, reject: false, sentence: "You have voted on this revision. It waits for another person." };
  if (ownsAgent)
    return { approve: false, reject: true, sentence: "You cannot approve: you own this agent. You may reject." };
  if (edited)
    return { approve: false, reject: true, sentence: "You cannot approve: you edited this input. You may reject." };
  return { approve: true, reject: true, sentence: null };
}
