import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ToolContract } from "./contract.ts";

/** Whether this installation keeps what the tool cannot work without; what it lacks is named, so that an admin can act. */
export function checkConfigured({ name, requires }: ToolContract, kept: Iterable<string>): Outcome<void> {
  const known = new Set(kept);
  const missing = (requires?.secrets ?? []).filter((secret) => !known.has(secret));
  if (missing.length === 0) return done(undefined);
  return refuse("not_configured", `${name} needs secrets that are not kept here: ${missing.join(", ")}.`, { missing });
}
