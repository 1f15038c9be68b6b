import { isIP } from "node:net";
import { canonicalHost } from "./canonical-host.ts";

/**
 * The way out for programs that know no proxy (a database driver, ssh): inside the sandbox each name of the policy has a
 * loopback address of its own, where the forwarder listens on the policy's ports and carries what comes to the proxy.
 * The address means nothing outside; the proxy is told the name and decides as always.
 */
export interface Redirect {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** Where the forwarder finds them. */
const REDIRECTS_FILE = "/airlock/redirects.json";

/** Each is a descriptor of the process that the tool runs in, which has few. */
const MOST_LISTENERS = 64;
/** Below this one the kernel wants a word from whoever made the network. */
const FIRST_FREE_PORT = 1024;

/**
 * Only entries that are one name: patterns and networks have no list of names to give an address to, and an address
 * cannot be mapped to another. They are reached through the proxies.
 */
export function planRedirects(hosts: readonly string[]): Redirect[] {
  const addresses = new Map<string, string>();
  return hosts
    .flatMap((entry) => {
      const host = canonicalHost(entry);
      return host && host.address === null && isIP(host.name) === 0 && host.name !== "localhost" ? [host] : [];
    })
    .filter(({ name, port }, index, all) => all.findIndex((it) => it.name === name && it.port === port) === index)
    .slice(0, MOST_LISTENERS)
    .map(({ name, port }) => {
      const address = addresses.get(name) ?? `127.77.0.${addresses.size + 1}`;
      addresses.set(name, address);
      return { name, address, port };
    });
}

export function needsLowPorts(redirects: readonly Redirect[]): boolean {
  return redirects.some(({ port }) => port < FIRST_FREE_PORT);
}

/**
 * What a sandbox with a network finds in its files. There is no resolver beside /etc/hosts, and programs are told so: a
 * name that is not in it has no address inside, and asking would only make them wait.
 */
export function networkFiles(redirects: readonly Redirect[]): Record<string, string> {
  const names = new Set(redirects.map(({ name, address }) => `${address} ${name}`));
  return {
    "/etc/hosts": `${["127.0.0.1 localhost sandbox", "::1 localhost", ...names].join("\n")}\n`,
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    ...(redirects.length > 0 ? { [REDIRECTS_FILE]: JSON.stringify(redirects) } : {}),
  };
}
