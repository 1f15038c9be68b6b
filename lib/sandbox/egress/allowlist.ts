import { type Address, contains, isDeliberate, type Network, parseNetwork } from "./address.ts";
import type { CanonicalHost } from "./canonical-host.ts";

/** The hosts of a policy, read once for each call. */
export interface Allowlist {
  /** The host is listed by its own name (or address) and port. */
  lists(host: CanonicalHost): boolean;
  /** A non-public address is listed deliberately, as an address or a network, for this port. */
  admits(address: Address, port: number): boolean;
}

type Entry =
  | { readonly kind: "name"; readonly name: string; readonly port: number }
  | { readonly kind: "below"; readonly suffix: string; readonly port: number }
  | { readonly kind: "network"; readonly network: Network; readonly port: number };

export function parseAllowlist(hosts: readonly string[]): Allowlist {
  const entries = hosts.flatMap((host) => parseEntry(host) ?? []);
  const reaches = (address: Address, port: number, deliberate: boolean): boolean =>
    entries.some(
      (entry) =>
        entry.kind === "network" &&
        entry.port === port &&
        contains(entry.network, address) &&
        (!deliberate || isDeliberate(entry.network)),
    );
  return {
    lists({ name, port, address }) {
      if (address) return reaches(address, port, false);
      return entries.some(
        (entry) =>
          entry.port === port &&
          ((entry.kind === "name" && entry.name === name) || (entry.kind === "below" && name.endsWith(entry.suffix))),
      );
    },
    admits: (address, port) => reaches(address, port, true),
  };
}

/** What cannot be read lists nothing: the schema has refused it long before. */
function parseEntry(text: string): Entry | null {
  const match = /^(.*):(\d{1,5})$/.exec(text);
  const host = (match?.[1] ?? "").toLowerCase().replace(/\.$/, "");
  const port = Number(match?.[2]);
  const network = parseNetwork(host.replace(/^\[([^\]]*)\]/, "$1"));
  if (network) return { kind: "network", network, port };
  if (host.startsWith("*.")) return { kind: "below", suffix: host.slice(1), port };
  return host === "" || host.includes("*") ? null : { kind: "name", name: host, port };
}
