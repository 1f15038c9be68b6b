import { z } from "zod";

/**
 * What an installation says about where repositories may come from. All of it ends in the contract, where reviewers see it
 * and its hash covers it: hosts in the policy's list, credentials under `requires`.
 */
export const gitCloneNetworkPolicySchema = z.strictObject({
  /**
   * Hosts that may be cloned from; no others can be. A name whose addresses are private takes, beside the name, the address
   * or network that it leads to (`10.1.0.0/16`): a name alone is never enough to reach into a private network.
   */
  hostname_allowlist: z.array(z.string().min(1).max(253)).min(1).max(200).optional(),
  /**
   * Known for documents that set it. The proxy resolves a name once, checks every address and dials one of those, so there
   * is no second resolution to defend, and hosts whose addresses vary work with it. `false` is accepted and weakens nothing.
   */
  dns_rebinding_mitigation: z.boolean().optional(),
  /** Also by ssh, port 22: takes the kept secrets `git.ssh_key` and `git.known_hosts`. */
  ssh: z.boolean().optional(),
  /** Trust the certificates in the kept secret `git.ca` for https, instead of the system's. */
  ca: z.boolean().optional(),
});
export type GitCloneNetworkPolicy = z.infer<typeof gitCloneNetworkPolicySchema>;

const DEFAULT_HOSTS = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"];

export function cloneHosts({ hostname_allowlist = DEFAULT_HOSTS, ssh = false }: GitCloneNetworkPolicy): string[] {
  return hostname_allowlist.flatMap((host) => (ssh ? [`${host}:443`, `${host}:22`] : [`${host}:443`]));
}

export function cloneSecrets({ ssh = false, ca = false }: GitCloneNetworkPolicy): string[] {
  return [...(ssh ? ["git.ssh_key", "git.known_hosts"] : []), ...(ca ? ["git.ca"] : [])];
}
