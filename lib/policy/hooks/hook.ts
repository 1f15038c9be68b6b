import type { Category, SafetyClass } from "#lib/policy/vocabulary.ts";

/** A call that passed every check of ours and that nothing has been decided about. */
export interface PendingCall {
  /** Of this asking, not of the invocation: that comes to be only when the database decides. */
  readonly id: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly definitionHash: string;
  readonly category: Category;
  readonly actionType: string;
  readonly safetyClass: SafetyClass;
  /** A copy of what would be stored: whatever a hook does to it changes nothing. */
  readonly input: unknown;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
}

export type HookAnswer = { readonly proceed: true } | { readonly proceed: false; readonly reason: string };

/**
 * `onBeforeToolCall`: a say of your own before a call is decided. It can only stop a call. Whatever is not a clear yes (an
 * error, silence, another answer) is a no.
 */
export type BeforeToolCall = (call: PendingCall, signal: AbortSignal) => Promise<HookAnswer>;

export interface Hook {
  /** As it stands in the trace: `hook.<name>`. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly check: BeforeToolCall;
}

export const HOOK_TIMEOUT_MS = 2_000;
