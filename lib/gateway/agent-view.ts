import type { ErrorCode } from "#lib/errors/codes.ts";
import type { ApprovalState, InvocationState, Tier } from "#lib/policy/vocabulary.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

/** What an agent may know of its own call, as the database writes it. */
export interface AgentView {
  readonly id: string;
  readonly tool: string;
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly tier: Tier;
  readonly revision: number;
  readonly requiredApprovals: number;
  readonly askedAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly expiresAt?: string;
  readonly reason?: string;
  readonly errorCode?: ErrorCode;
  readonly expiryKind?: "approval" | "execution";
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
  readonly output?: unknown;
  /** Cleaning changed what the tool returned. */
  readonly outputAltered?: true;
  /** What follows from that, where the output is source, data or a diff. */
  readonly notice?: string;
  /** The output was kept for as long as it is kept here. */
  readonly outputDeletedAt?: string;
  readonly findings?: readonly Finding[];
  /** How long the tool ran in its sandbox. */
  readonly execution_time_ms?: number;
  readonly replayed?: boolean;
  /** The agent's own runtime runs it. */
  readonly external?: true;
  /** Where it is this reader's to run: under what fence to report, until when, and the input as people left it. */
  readonly lease?: Lease;
}

export interface Lease {
  readonly fence: number;
  readonly expiresAt: string;
  readonly input: Record<string, unknown>;
  readonly idempotencyKey: string;
  /** The agent or its calls were stopped since: end it and report; the lease is not lengthened. */
  readonly stop: boolean;
}

/** Whether the call goes on by itself. `unknown` does not: a person decides, and nobody knows when. */
export function isOpen({ status }: AgentView): boolean {
  return status === "pending" || status === "running";
}
