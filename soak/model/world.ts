import type { ErrorCode } from "#lib/errors/codes.ts";
import type { EventType } from "#lib/gateway/event.ts";
import type { ApprovalState, InvocationState, Role, Tier } from "#lib/policy/vocabulary.ts";

/**
 * The world as the model knows it: plain values, changed only by `step`. Things are known by their place in a list, time
 * is a number of milliseconds. It says what DESIGN.md says about the life of a call and nothing about how a database does it.
 */
export interface World {
  readonly now: number;
  readonly policyVersion: number;
  readonly people: readonly Person[];
  readonly agents: readonly Agent[];
  readonly tools: readonly Tool[];
  readonly switches: readonly Switch[];
  readonly calls: readonly Call[];
  readonly events: readonly Emitted[];
}

export interface Emitted {
  readonly type: EventType;
  readonly call: number;
  /** Which command it belongs to; what one command emits about different calls has no order. */
  readonly moment: number;
}

export interface Person {
  readonly role: Role;
  readonly roleSince: number;
  readonly gone: boolean;
}

export interface Agent {
  readonly owner: number;
  readonly frozen: boolean;
}

export interface ToolKind {
  readonly safetyClass: "read" | "write" | "financial" | "privileged";
  readonly keyRequired: boolean;
  readonly idempotent: boolean;
  readonly maxCost: number | null;
}

export interface Tool extends ToolKind {
  /** Grows when another version is put in force. */
  readonly version: number;
  readonly quarantined: boolean;
}

export interface Switch {
  readonly scope: "global" | "agent" | "tool";
  readonly target: number;
  readonly open: boolean;
}

export interface Approval {
  readonly revision: number;
  readonly status: Exclude<ApprovalState, "not_required">;
  readonly required: number;
  /** Single use: a dispatcher took the call on it. */
  readonly consumed: boolean;
}

export interface Vote {
  readonly revision: number;
  readonly person: number;
  readonly decision: "approve" | "reject";
}

/** What would run in a revision, who changed it, and the policy it is bound to. */
export interface Input {
  readonly value: number;
  readonly editor: number | null;
  readonly policyVersion: number;
}

export interface Call {
  readonly agent: number;
  readonly tool: number;
  readonly version: number;
  readonly key: number | null;
  /** The agent's own input, then one a revision. */
  readonly inputs: readonly Input[];
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly required: number;
  readonly tier: Tier;
  readonly revision: number;
  readonly bypassed: boolean;
  readonly decideBy: number | null;
  readonly releasedAt: number | null;
  readonly startBy: number | null;
  readonly worker: number | null;
  readonly fence: number;
  readonly leaseUntil: number | null;
  readonly cancelRequested: boolean;
  readonly errorCode: ErrorCode | null;
  readonly expiryKind: "approval" | "execution" | null;
  /** What it is said to have cost, at most what its tool declares. */
  readonly cost: number | null;
  readonly overCost: boolean;
  readonly approvals: readonly Approval[];
  readonly votes: readonly Vote[];
  readonly audit: readonly string[];
}

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const QUORUM_ROLE_AGE = 24 * HOUR;
/** Released and not started for this long, a call is not run any more. */
export const START_WITHIN = 2 * MINUTE;
export const LEASE_SECONDS = 600;
export const LEASE = LEASE_SECONDS * SECOND;
/** A call that five workers lost is not handed to a sixth. */
export const MOST_CLAIMS = 5;

const LONG_AGO = -365 * QUORUM_ROLE_AGE;

/** Roles and how old they are when a run begins; the fourth person's role comes of age within the run. */
export const CAST: readonly { readonly role: Role; readonly roleSince: number }[] = [
  { role: "operator", roleSince: LONG_AGO },
  { role: "operator", roleSince: LONG_AGO },
  { role: "reviewer", roleSince: LONG_AGO },
  { role: "operator", roleSince: 10 * MINUTE - QUORUM_ROLE_AGE },
  { role: "admin", roleSince: LONG_AGO },
  { role: "viewer", roleSince: LONG_AGO },
];

/** Who answers for each agent. */
export const OWNERS: readonly number[] = [0, 2];

export const SHELF: readonly ToolKind[] = [
  { safetyClass: "read", keyRequired: false, idempotent: false, maxCost: null },
  { safetyClass: "read", keyRequired: true, idempotent: true, maxCost: null },
  { safetyClass: "write", keyRequired: false, idempotent: true, maxCost: null },
  { safetyClass: "financial", keyRequired: false, idempotent: false, maxCost: 10 },
  { safetyClass: "privileged", keyRequired: false, idempotent: false, maxCost: null },
];

export const WORKERS = 2;

export function beginWorld(policyVersion: number, versions: readonly number[]): World {
  return {
    now: 0,
    policyVersion,
    people: CAST.map((person) => ({ ...person, gone: false })),
    agents: OWNERS.map((owner) => ({ owner, frozen: false })),
    tools: SHELF.map((kind, index) => ({ ...kind, version: versions[index] ?? 1, quarantined: false })),
    switches: [],
    calls: [],
    events: [],
  };
}
