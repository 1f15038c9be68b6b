import type { Voters } from "#lib/approvals/queries/read-voters.ts";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import type { LostRun } from "#lib/invocations/read-lost-run.ts";
import type { PolicyChange } from "#lib/policy/document/policy-change.ts";
import type { AccessLevel, SafetyClass, ToolState } from "#lib/policy/vocabulary.ts";
import type { Change, DriftSeverity } from "#lib/registry/drift/change.ts";
import type { PartDiff } from "#lib/registry/drift/diff-types.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { ItemRight } from "./item-right.ts";

/** What waits for a person and is not a call that waits. */
export const OTHER_KINDS = ["tool_version", "policy_version", "trust_change", "team_run", "action", "unknown"] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];
/** Those that people vote on. */
export type ReviewKind = Exclude<OtherKind, "unknown">;

export function isOtherKind(kind: string | null): kind is OtherKind {
  return (OTHER_KINDS as readonly (string | null)[]).includes(kind);
}

export interface ItemVote {
  readonly by: string;
  readonly decision: "approve" | "reject";
  readonly reason: string | null;
  readonly at: string;
}

/** The newest question about a subject; the digest names exactly what is shown. */
export interface Question {
  readonly id: string;
  readonly approvalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly required: number;
  readonly status: "pending" | "approved" | "rejected" | "expired" | "void";
  /** Decided, or nobody did in time. */
  readonly over: boolean;
  readonly askedAt: string;
  readonly expiresAt: string;
  /** Null for whoever has not voted yet: their vote is to be their own. */
  readonly votes: readonly ItemVote[] | null;
  readonly voters: Voters;
  readonly right: ItemRight;
  /** What a yes does, in one sentence made here. */
  readonly effect: string;
}

export interface VersionItem extends Question {
  readonly kind: "tool_version";
  readonly tool: string;
  readonly toolState: ToolState;
  readonly safetyClass: SafetyClass;
  readonly number: number;
  readonly inForce: number | null;
  readonly definitionHash: string;
  /** Who wrote it, or which server sent it. */
  readonly from: string;
  readonly changes: readonly Change[];
  /** How grave the gravest change is; null for a first version. */
  readonly severity: DriftSeverity | null;
  /** Only the parts that differ. */
  readonly parts: readonly PartDiff[];
  readonly findings: readonly Finding[];
  readonly flagged: Readonly<Record<string, unknown>>;
}

export interface PolicyItem extends Question {
  readonly kind: "policy_version";
  readonly version: number;
  readonly author: string;
  readonly reason: string;
  /** The version that it was written from. */
  readonly base: number | null;
  /** What its changes are told against: the version in force, or the one that it took the place of. */
  readonly against: number;
  /** As the database judged it when it was proposed; then two people put it in force. */
  readonly widens: boolean;
  readonly changes: readonly PolicyChange[];
}

interface AskingAgent {
  readonly id: string;
  readonly name: string;
  readonly accessLevel: AccessLevel;
  readonly owner: string;
}

export interface TrustItem extends Question {
  readonly kind: "trust_change";
  readonly agent: AskingAgent;
  readonly category: string;
  readonly from: AccessLevel | null;
  readonly to: AccessLevel;
  /** Null: the evaluator. */
  readonly proposedBy: string | null;
  readonly reason: string;
  /** The declared level rises to this in the same decision. */
  readonly ceilingTo: AccessLevel | null;
  readonly evidence: TrustEvidenceShown | null;
}

/** What a step of trust rests on. */
export interface TrustEvidenceShown {
  readonly strategy: string;
  readonly score: number;
  readonly parts: readonly { readonly name: string; readonly value: number; readonly weight: number }[];
  readonly counts: readonly { readonly name: string; readonly count: number }[];
}

export interface TeamRunItem extends Question {
  readonly kind: "team_run";
  readonly agent: AskingAgent;
  /** In the agent's words. */
  readonly name: string;
  /** The plan as it was sent. */
  readonly plan: string;
  readonly planDigest: string;
}

export interface ActionItem extends Question {
  readonly kind: "action";
  readonly agent: AskingAgent;
  readonly actionType: string;
  /** As it was sent. */
  readonly payload: string;
  /** In the agent's words; nobody checked them. */
  readonly justification: string | null;
  /** Why people are asked, a sentence a rule. */
  readonly held: readonly string[];
}

/** A call whose worker was lost. */
export interface UnknownItem {
  readonly kind: "unknown";
  readonly id: string;
  readonly revision: number;
  readonly call: Pick<InvocationDetail, "id" | "effect" | "input" | "tier" | "tool" | "agent" | "askedAt">;
  readonly lost: LostRun;
  readonly obstacle: string | null;
}

export type ReviewedItem = VersionItem | PolicyItem | TrustItem | TeamRunItem | ActionItem;
export type OtherItem = ReviewedItem | UnknownItem;
