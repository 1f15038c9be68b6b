import type { Role } from "#lib/policy/vocabulary.ts";
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
  /** The roles that the policy has vote on calls of this class. */
  readonly voters: readonly Role[];
  readonly ownsAgent: boolean;
  readonly edited: boolean;
  /** They said yes to this revision; a no would have ended it. */
  readonly voted: boolean;
  readonly frozen: boolean;
  /** An open kill switch covers the agent or the tool. */
  readonly stopped: boolean;
  /** When votes of this person begin to count, if that is still to come. */
  readonly countsFrom: string | null;
  /** When their role has aged enough for this quorum, if that is still to come. */
  readonly agedFrom: string | null;
}

/**
 * An owner's or editor's yes is worth nothing, their no is worth as much as anybody's; and whoever decides can always say no: while
 * nothing may run, and after a yes of their own, which it takes back.
 */
export function voteRight(standing: Standing): VoteRight {
  const { viewer, voted } = standing;
  if (!may(viewer.role, "approvals.decide")) {
    return {
      approve: false,
      reject: false,
      sentence: `You cannot vote: your role is ${viewer.role}. Operators and reviewers decide.`,
    };
  }
  if (voted) {
    const sentence =
      "You said yes to this revision; it waits for another person. Reject takes your yes back and ends it.";
    return { approve: false, reject: true, sentence };
  }
  const obstacle = obstacleToYes(standing);
  return obstacle
    ? { approve: false, reject: true, sentence: `${obstacle} You may reject.` }
    : { approve: true, reject: true, sentence: null };
}

/** In the order in which the database asks. */
function obstacleToYes(standing: Standing): string | undefined {
  const { viewer, voters, countsFrom, agedFrom, ownsAgent, edited, stopped, frozen } = standing;
  if (!voters.includes(viewer.role)) {
    return `You cannot approve: the policy has calls of this class decided by the role ${voters.join(" or ")}.`;
  }
  if (countsFrom) {
    return `Your role was given by one admin alone; your votes count from ${minuteOf(countsFrom)}.`;
  }
  if (agedFrom)
    return `It takes two people, and your role is new; for two people it counts from ${minuteOf(agedFrom)}.`;
  if (ownsAgent) return "You cannot approve: you own this agent.";
  if (edited) return "You cannot approve: you edited this input.";
  if (stopped) return "Nobody can approve: calls are stopped by the kill switch.";
  if (frozen) return "Nobody can approve: this agent is frozen.";
  return undefined;
}

function minuteOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
