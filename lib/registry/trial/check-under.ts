import { type CheckOutcome, checkCall } from "#lib/policy/check.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { TrialTerms } from "./read-trial-terms.ts";

/**
 * The gateway's check stage under these terms. Where the agent's files are on a dispatcher's disk is not known here; the roots are
 * what a call sees of them, so an argument is judged by its words and no link is followed.
 */
export function checkUnder(terms: TrialTerms, contract: ToolContract, input: unknown): CheckOutcome {
  return checkCall({
    contract,
    versionState: terms.versionState ?? "review",
    input,
    accessLevel: terms.actsAt,
    grant: terms.grants,
    permission: terms.permission,
    narrowings: terms.narrowings,
    enforce: terms.enforceToolPolicies,
    roots: { workspace: "/workspace", ...(terms.projectRoot === null ? {} : { project: "/project" }) },
  });
}

/** Why an input does not fit, at one place of it. */
export interface InputProblem {
  /** JSON Pointer into the input. */
  readonly pointer: string;
  readonly message: string;
}

/** The places that a refusal of the check stage names; whoever refuses names few. */
export function problemsOf(details: Readonly<Record<string, unknown>> | undefined): InputProblem[] {
  const errors = details?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.map((error: { pointer?: unknown; message?: unknown }) => ({
    pointer: String(error.pointer ?? ""),
    message: String(error.message ?? "does not fit"),
  }));
}
