import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

/**
 * `in force`: it decides. `proposed`: it waits for people. `replaced`: it decided once. `rejected`: a reviewer said no. `expired`:
 * nobody decided in time. `void`: another version was put in force meanwhile, so it says no longer what it would change.
 */
export const POLICY_VERSION_STATES = ["in force", "proposed", "rejected", "expired", "replaced", "void"] as const;
export type PolicyVersionState = (typeof POLICY_VERSION_STATES)[number];

export interface PolicyVersionItem {
  readonly version: number;
  readonly id: string;
  readonly state: PolicyVersionState;
  /** Null: as shipped. */
  readonly author: string | null;
  readonly authorId: string | null;
  readonly reason: string;
  /** The version it was written from. */
  readonly base: number | null;
  /** Whether it gave more than the one in force when it was proposed: then it takes two people. */
  readonly widens: boolean;
  readonly createdAt: string;
  /** When it began to decide, the last time that it did. */
  readonly activatedAt: string | null;
  /** The question to reviewers; null for what was shipped. */
  readonly approvalId: string | null;
  readonly digest: string | null;
  readonly required: number | null;
  /** How many said yes; null while people still vote, each without knowing of the others. */
  readonly votes: number | null;
  readonly expiresAt: string | null;
}

export interface PolicyVersionDetail extends PolicyVersionItem {
  readonly document: PolicyDocument;
}

const SENTENCES: Record<PolicyVersionState, string> = {
  "in force": "This version decides.",
  proposed: "It waits for people who may put it in force.",
  rejected: "A reviewer said no; it never decided anything.",
  expired: "Nobody put it in force in time; propose it again.",
  replaced: "It decided until another version took its place.",
  void: "Another version was put in force while it waited, so it would change something else than what was shown; propose it again.",
};

export function explainState(state: PolicyVersionState): string {
  return SENTENCES[state];
}
