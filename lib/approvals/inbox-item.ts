import type { AccessLevel, Tier } from "#lib/policy/vocabulary.ts";

export const INBOX_KINDS = [
  "call",
  "tool_version",
  "policy_version",
  "trust_change",
  "team_run",
  "action",
  "unknown",
] as const;
/** What a person is asked about. `unknown`: a call whose worker was lost; a person says what became of it. */
export type InboxKind = (typeof INBOX_KINDS)[number];

export const INBOX_OUTCOMES = ["approved", "rejected", "expired", "void"] as const;
export type InboxOutcome = (typeof INBOX_OUTCOMES)[number];

/** One row of the inbox, whatever it asks about. It has no arguments: those are read with the detail. */
export interface InboxItem {
  readonly kind: InboxKind;
  /** The subject's id: a call's, a tool's or policy's version's, a trust change's, a team run's, an action's. */
  readonly id: string;
  /** Null for an unknown outcome, which nobody votes on. */
  readonly approvalId: string | null;
  readonly revision: number;
  readonly digest: string;
  readonly tier: Tier;
  /** What it would do, in one sentence made on the server. */
  readonly effect: string;
  readonly tool: string | null;
  readonly toolVersion: number | null;
  readonly agentId: string | null;
  readonly agent: string | null;
  /** The ceiling that an admin declared. */
  readonly accessLevel: AccessLevel | null;
  /** At which level the agent acts with this tool: trust takes away, and never gives. */
  readonly actsAt: AccessLevel | null;
  readonly askedAt: string;
  /** Null: it waits until somebody answers. */
  readonly expiresAt: string | null;
  readonly required: number;
  readonly voted: boolean;
  /** How many have said yes; kept from those who have not voted, so that the second vote is their own. */
  readonly votes: number | null;
  /** The scanner noticed something about the tool, or the cleaner in the arguments. */
  readonly flagged: boolean;
  /** Its arguments have a value that is only seen when it is opened. */
  readonly long: boolean;
  /** What it would reach that this agent has not reached with the tool before, as the trace says it; null when there is nothing. */
  readonly firstSeen: string | null;
  /** A person changed the arguments after the agent asked. */
  readonly edited: boolean;
  /** How many other open calls of this agent ask for exactly the same. */
  readonly folded: number;
  /** Who takes care of it: a hint, never a lock. */
  readonly claimedBy: string | null;
  /** Until when it is out of this person's sight. */
  readonly snoozedUntil: string | null;
  readonly escalation: number;
  /** How it ended; null while it waits. */
  readonly decided: {
    readonly outcome: InboxOutcome;
    readonly at: string;
    readonly by: readonly string[];
  } | null;
}
