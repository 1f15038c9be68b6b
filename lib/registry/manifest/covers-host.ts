import { isIPv4, isIPv6 } from "node:net";
import { canonicalHost, matchesHost } from "#lib/policy/gate/host-pattern.ts";

/**
 * Whether one host pattern provably reaches everything that another does, read as `matchesHost` reads them. Yes is a
 * proof; no means that it was not proved.
 */
export function coversHost(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const [wide, narrow] = [readPattern(outer), readPattern(inner)];
  if (!wide || !narrow || wide.port !== narrow.port) return false;
  switch (narrow.kind) {
    case "host":
      return matchesHost(outer, { host: narrow.host, port: narrow.port });
    case "below":
      // The sub-domains of a name lie below every suffix of that name; the name itself does not.
      return wide.kind === "below" && (narrow.suffix === wide.suffix || narrow.suffix.endsWith(`.${wide.suffix}`));
    case "range":
      return (
        wide.kind === "range" &&
        wide.family === narrow.family &&
        wide.prefix <= narrow.prefix &&
        matchesHost(outer, { host: narrow.address, port: narrow.port })
      );
  }
}

/** Whether a pattern names hosts by number, or this machine: an open network does not include those (see `allowsHost`). */
export function hasToBeListed(pattern: string): boolean {
  const read = readPattern(pattern);
  if (!read || read.kind === "range") return true;
  const name = read.kind === "host" ? read.host : read.suffix;
  return isIPv4(name) || isIPv6(name) || /(?:^|\.)localhost$/.test(name);
}

type HostPattern = { readonly port: number } & (
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "below"; readonly suffix: string }
  | { readonly kind: "range"; readonly address: string; readonly prefix: number; readonly family: 4 | 6 }
);

function readPattern(pattern: string): HostPattern | undefined {
  const [, written, digits] = /^(.*):(\d{1,5})$/.exec(pattern) ?? [];
  if (written === undefined || digits === undefined) return undefined;
  const port = Number(digits);
  const [, address, prefix] = /^\[?([0-9A-Fa-f:.]+)\]?\/(\d{1,3})$/.exec(written) ?? [];
  if (address !== undefined && prefix !== undefined) return readRange(address, Number(prefix), port);
  const below = written.startsWith("*.");
  const host = canonicalHost(below ? written.slice(2) : written);
  if (host === undefined) return undefined;
  return below ? { kind: "below", suffix: host, port } : { kind: "host", host, port };
}

function readRange(address: string, prefix: number, port: number): HostPattern | undefined {
  const family = isIPv4(address) ? 4 : isIPv6(address) ? 6 : undefined;
  if (!family || prefix > (family === 4 ? 32 : 128)) return undefined;
  return { kind: "range", address, prefix, family, port };
}
