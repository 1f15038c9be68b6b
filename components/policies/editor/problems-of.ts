import type { Refusal } from "#lib/errors/outcome.ts";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";

/** The lines that a refusal names. */
export function problemsOf({ code, details }: Refusal): readonly LocatedProblem[] {
  return code === "policy_invalid" && Array.isArray(details?.errors) ? details.errors.filter(isLocated) : [];
}

function isLocated(value: unknown): value is LocatedProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    "line" in value &&
    typeof value.line === "number" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
