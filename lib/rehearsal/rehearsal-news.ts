import type { ErrorCode } from "#lib/errors/codes.ts";
import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";

/** A rehearsal as it is told, one JSON object a line: how many calls there are, how far it is, and what it found or why not. */
export type RehearsalNews =
  | { readonly kind: "begun"; readonly total: number; readonly inForce: number }
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "result"; readonly seconds: number; readonly result: RehearsalResult }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string };
