import { matchesHost } from "#lib/policy/gate/host-pattern.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { isGlobal, parseAddress, parseNetwork } from "#lib/sandbox/egress/address.ts";
import { parseAllowlist } from "#lib/sandbox/egress/allowlist.ts";
import { type McpTransport, targetOf } from "./server-configuration.ts";

/**
 * What a server's policy comes to while it is only asked for its tools. One person connected it and nobody has reviewed it,
 * so it has no network of its own; one that is spoken to over the network is reached at its own address and nowhere else.
 */
export function listingPolicy(transport: McpTransport, policy: ToolPolicy): ToolPolicy {
  const hosts = transport.kind === "http" ? ownHosts(new URL(transport.url), policy.network) : [];
  return { ...policy, network: hosts.length === 0 ? { mode: "none" } : { mode: "allowlist", hosts } };
}

/** Never wider than the policy: an address that is not public has to be listed there as one. */
function ownHosts(url: URL, network: ToolPolicy["network"]): string[] {
  const { mode = "none", hosts = [] } = network ?? {};
  const target = targetOf(url);
  const isListed = mode === "open" || (mode === "allowlist" && hosts.some((pattern) => matchesHost(pattern, target)));
  if (!isListed) return [];
  const own = `${url.hostname.replace(/\.$/, "")}:${target.port}`;
  const address = parseAddress(target.host);
  // Beside a name, the addresses say where it may lead.
  if (!address) return [own, ...hosts.filter((pattern) => isAddressOf(pattern, target.port))];
  return isGlobal(address) || parseAllowlist(hosts).admits(address, target.port) ? [own] : [];
}

function isAddressOf(pattern: string, port: number): boolean {
  const [, host = "", given] = /^(.*):(\d{1,5})$/.exec(pattern) ?? [];
  return Number(given) === port && parseNetwork(host.replace(/^\[([^\]]*)\]/, "$1")) !== null;
}
