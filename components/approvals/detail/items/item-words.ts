import type { ReviewedItem } from "#lib/approvals/items/other-item.ts";

interface ItemWords {
  /** What the selected thing is called. */
  readonly thing: string;
  readonly approve: string;
  readonly reject: string;
  /** What follows when enough have said yes. */
  readonly yes: string;
  readonly no: string;
  readonly reasonHint: string;
}

/** The words around the two answers to each kind of question. */
export const ITEM_WORDS: Record<ReviewedItem["kind"], ItemWords> = {
  tool_version: {
    thing: "tool version",
    approve: "Approve the version",
    reject: "Reject the version",
    yes: "It is put in force. Approvals and rules made for the version before it are void.",
    no: "It never runs, and what was in force stays. One no is final.",
    reasonHint: "Kept with the version, for everybody who looks at it later.",
  },
  policy_version: {
    thing: "policy version",
    approve: "Put it in force",
    reject: "Reject the version",
    yes: "The next call is decided by it. Calls that wait are decided again: refused, or asked about again, never of fewer people than before.",
    no: "It never decides anything, and what is in force stays. One no is final.",
    reasonHint: "Kept with the version, for everybody who looks at it later.",
  },
  trust_change: {
    thing: "trust change",
    approve: "Raise the trust",
    reject: "Leave the trust as it is",
    yes: "The agent is trusted more at once, up to the level that was declared for it; if that rises too, it says so above.",
    no: "The agent stays where it is. One no is final.",
    reasonHint: "Kept in the agent's history.",
  },
  team_run: {
    thing: "team run",
    approve: "Let the team start",
    reject: "Do not let it start",
    yes: "The agent is told that the team may start. Each of its calls is still asked for and decided on its own.",
    no: "The agent is told no, with your reason. One no is final.",
    reasonHint: "Sent to the agent.",
  },
  action: {
    thing: "action",
    approve: "Let it be done",
    reject: "Do not let it be done",
    yes: "The agent is told yes and does it itself. Nothing is run or confined here.",
    no: "The agent is told no, with your reason. One no is final.",
    reasonHint: "Sent to the agent.",
  },
};

export const STATUS_WORDS: Record<ReviewedItem["status"], string> = {
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
  expired: "expired; nobody decided in time",
  void: "void: what was asked about has changed since",
};
