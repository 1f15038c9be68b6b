import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Hosts as policies write them: `host:port`, `*.host:port` (sub-domains, not the host itself), `a.b.c.d/n:port`,
 * `[v6]/n:port`. Names are compared in WHATWG form, so that every spelling of an address is judged as what it dials.
 */
export interface HostTarget {
  /** Lower case, no brackets, no trailing dot. */
  readonly host: string;
  /** Absent when the argument names no port: then any listed port of the host will do. */
  readonly port?: number;
}

export function matchesHost(pattern: string, target: HostTarget): boolean {
  const parsed = /^(.*):(\d{1,5})$/.exec(pattern);
  if (!parsed) return false;
  const [, written = "", port = ""] = parsed;
  if (target.port !== undefined && target.port !== Number(port)) return false;
  const network = /^\[?([0-9A-Fa-f:.]+)\]?\/(\d{1,3})$/.exec(written);
  if (network) return isWithinNetwork(target.host, network[1] ?? "", Number(network[2]));
  if (written.startsWith("*.")) {
    const suffix = canonicalHost(written.slice(2));
    // A suffix of digits is itself read as an address (`1` is 0.0.0.1), so no number ever matches by its end.
    return suffix !== undefined && target.host.endsWith(`.${suffix}`);
  }
  return canonicalHost(written) === target.host;
}

/** The host as a URL parser understands it: `0x7f.1` becomes 127.0.0.1, `ＥＸＡＭＰＬＥ.com` becomes example.com. */
export function canonicalHost(written: string): string | undefined {
  const authority = isIPv6(written) ? `[${written}]` : written;
  // A port that is the scheme's own would disappear in parsing.
  if (authority.includes(":") && !/^\[.*\]$/.test(authority)) return undefined;
  if (!URL.canParse(`http://${authority}/`)) return undefined;
  const url = new URL(`http://${authority}/`);
  // Anything else than a bare host in there (credentials, a port, a path) is not a host.
  if (url.username || url.password || url.port || url.pathname !== "/" || url.search || url.hash) return undefined;
  return bareHost(url);
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isWithinNetwork(host: string, address: string, prefix: number): boolean {
  const family = isIPv4(host) ? "ipv4" : isIPv6(host) ? "ipv6" : undefined;
  const listed = isIPv4(address) ? "ipv4" : isIPv6(address) ? "ipv6" : undefined;
  if (!family || family !== listed || prefix > (family === "ipv4" ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list.check(host, family);
}
