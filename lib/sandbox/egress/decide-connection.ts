import { type Address, isGlobal, isNeverAllowed, parseAddress, sameAddress } from "./address.ts";
import type { Allowlist } from "./allowlist.ts";
import { canonicalHost } from "./canonical-host.ts";

/** All addresses of a name, as text. Asked once for each connection. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface ConnectionRules {
  readonly mode: "allowlist" | "open";
  readonly allowlist: Allowlist;
  readonly resolve: Resolve;
  /** This machine's own addresses: a public one is still us. */
  readonly ownAddresses: () => readonly string[];
}

/** Classes that a tool may be told; none of them says where a name leads. */
export type RefusalReason = "bad_host" | "not_listed" | "private_address" | "unresolved";

export type ConnectionDecision =
  | { readonly allowed: true; readonly host: string; readonly port: number; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly host: string; readonly port: number; readonly reason: RefusalReason };

/**
 * Whether a connection may be made, and to which addresses. The name is resolved here, once, and whoever dials uses these
 * addresses and no others: a name that changes its answer after the check (rebinding) changes nothing.
 */
export async function decideConnection(authority: string, rules: ConnectionRules): Promise<ConnectionDecision> {
  const host = canonicalHost(authority);
  if (!host) return { allowed: false, host: "", port: 0, reason: "bad_host" };
  const refused = (reason: RefusalReason): ConnectionDecision => ({
    allowed: false,
    host: host.name,
    port: host.port,
    reason,
  });
  if (rules.mode === "allowlist" && !rules.allowlist.lists(host)) return refused("not_listed");

  const addresses = host.address ? [host.name] : await resolved(host.name, rules.resolve);
  if (addresses.length === 0) return refused("unresolved");
  // One bad answer condemns the name: which of them a later dial would use is not for the name's owner to choose.
  const acceptable = addresses.every((text) => {
    const address = parseAddress(text);
    return address !== null && isAcceptable(address, host.port, rules);
  });
  return acceptable ? { allowed: true, host: host.name, port: host.port, addresses } : refused("private_address");
}

function isAcceptable(address: Address, port: number, { allowlist, ownAddresses }: ConnectionRules): boolean {
  if (isNeverAllowed(address)) return false;
  if (allowlist.admits(address, port)) return true;
  const isOurs = ownAddresses().some((text) => {
    const own = parseAddress(text);
    return own !== null && sameAddress(own, address);
  });
  return isGlobal(address) && !isOurs;
}

async function resolved(name: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(name);
  } catch {
    return [];
  }
}
