import type { AccessGrant } from "./access-level.ts";

/** What the parts of an access level are called, the same on every page. */

export function networkWord(network: AccessGrant["network"]): string {
  return network === "allowlist_only" ? "listed hosts" : network;
}

/** Where no call may connect, no tool that deploys is left for a person to be asked about. */
export function deploymentWord({ deployment, network }: Pick<AccessGrant, "deployment" | "network">): string {
  if (deployment) return "by the classes";
  return network === "none" ? "no" : "with a person";
}
