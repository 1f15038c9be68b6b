import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ToolRequirements } from "#lib/registry/contract.ts";
import type { PlannedCredential, SandboxPlan } from "./plan.ts";

/** Where a tool finds its credentials. */
export const SECRETS_DIRECTORY = "/run/secrets";

/**
 * How each credential reaches its place. One that goes into a header needs the way to its host: where the agent's level
 * closes it, the call would run without what its author and its reviewer counted on, so it does not run.
 */
export function planCredentials(
  requires: ToolRequirements | undefined,
  network: SandboxPlan["network"],
): Outcome<PlannedCredential[]> {
  if (!requires) return done([]);
  const headers = (requires.headers ?? []).map((header): PlannedCredential => ({ as: "header", ...header }));
  const unreachable = (requires.headers ?? []).find(({ host }) => !network.hosts.includes(host));
  if (unreachable) {
    return refuse(
      "host_refused",
      `${unreachable.host}, which a credential is for, is not reachable at this access level.`,
    );
  }
  const injected = new Set((requires.headers ?? []).map(({ secret }) => secret));
  const files = requires.secrets
    .filter((secret) => !injected.has(secret))
    .map((secret): PlannedCredential => ({ as: "file", secret, target: `${SECRETS_DIRECTORY}/${secret}` }));
  return done([...files, ...headers]);
}
