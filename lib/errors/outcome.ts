import { ERRORS, type ErrorCode } from "./codes.ts";

/** An expected failure as a value. Bugs throw; refusals are returned. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** What happened, in a sentence. What to do about it is the table's, and joined where it is read (tell-refusal.ts). */
  readonly message: string;
  /** Machine-readable context: the failing fields, who decided, which roots are allowed. Never a secret, never raw output. */
  readonly details?: Record<string, unknown>;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A refusal with the table's sentence, or with `specifics` in its place: what about this case, in a sentence of its own. */
export function refuse(code: ErrorCode, specifics?: string, details?: Record<string, unknown>): Refusal {
  const message = specifics ?? ERRORS[code].sentence;
  return details ? { ok: false, code, message, details } : { ok: false, code, message };
}
