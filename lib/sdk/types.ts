/** What the gateway answers; docs/api.md says more about each. */

export type CallStatus =
  | "denied"
  | "pending"
  | "running"
  | "completed"
  | "failed"
  | "rejected"
  | "expired"
  | "cancelled"
  | "unknown";

export interface Lease {
  readonly fence: number;
  readonly expiresAt: string;
  readonly input: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly stop: boolean;
}

export interface Invocation<Output = unknown> {
  readonly id: string;
  readonly tool: string;
  readonly status: CallStatus;
  readonly approvalStatus: string;
  readonly requiredApprovals: number;
  readonly askedAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly expiresAt?: string;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly output?: Output;
  readonly outputAltered?: true;
  readonly notice?: string;
  readonly replayed?: boolean;
  readonly external?: true;
  readonly lease?: Lease;
  readonly retryAfter?: number;
}

/** What people, or the policy, answered. */
export interface Answer {
  readonly id: string;
  readonly status: "pending" | "approved" | "rejected" | "expired";
  readonly reason?: string;
  readonly requiredApprovals: number;
  readonly askedAt: string;
  readonly decidedAt?: string;
  readonly replayed?: boolean;
  readonly retryAfter?: number;
}

export interface AirlockEvent {
  /** Where to go on after it. */
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  /** One for each intended effect. Without it one is made, so that a retry after a lost answer never runs twice. */
  readonly idempotencyKey?: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
  /** Your own words to the people who decide. */
  readonly justification?: string;
  /** Ends the waiting, not the call: `resume` takes it up again. */
  readonly signal?: AbortSignal;
  /** Told the id as soon as the call is on record, to be kept for `resume` after a restart. */
  readonly onAsked?: (invocation: Invocation) => void;
}

export interface Denial {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly code: string;
  readonly message: string;
  /** Absent when nothing is on record. */
  readonly id?: string;
}

export interface AirlockOptions {
  /** Where the gateway is, such as http://localhost:3001, without a path. Undefined is refused when the client is made. */
  readonly url: string | undefined;
  /** The agent's key. Undefined is refused likewise; empty where a proxy of yours adds it. */
  readonly key: string | undefined;
  /** Called for every call that the policy or people denied, before it is thrown or handed to the model. */
  readonly onToolDenied?: (denial: Denial) => void;
  /** The functions behind `external` tools, which this process runs itself. */
  readonly external?: Readonly<Record<string, ExternalTool>>;
  /** For all calls that do not name their own. */
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly fetch?: typeof fetch;
  /** How often a request is tried again that got no answer, or "not now". */
  readonly retries?: number;
}

/** Runs an external tool; `signal` aborts when it is to stop. */
export type ExternalTool = (
  input: Record<string, unknown>,
  context: { readonly id: string; readonly idempotencyKey: string; readonly signal: AbortSignal },
) => unknown;

export interface TaskOutcome {
  readonly result: "completed" | "failed" | "abandoned";
  readonly difficulty?: 1 | 2 | 3 | 4 | 5;
  readonly quality?: number;
  readonly incident?: { readonly severity: "minor" | "critical"; readonly summary: string };
}
