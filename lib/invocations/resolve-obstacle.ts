import type { Role } from "#lib/policy/vocabulary.ts";
import { may } from "#lib/sessions/permissions.ts";

/** Why this person cannot say what became of a lost call, or null. The database asks again, in the same order. */
export function resolveObstacle(role: Role, ownsAgent: boolean): string | null {
  if (!may(role, "invocations.resolve-unknown")) {
    return `You cannot resolve this: your role is ${role}. Operators and reviewers do.`;
  }
  if (ownsAgent) return "You cannot resolve this: you own this agent. Another operator or reviewer does.";
  return null;
}
