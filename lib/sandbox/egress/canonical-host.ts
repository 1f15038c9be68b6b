import { type Address, parseAddress } from "./address.ts";

/** A host as it will be compared, looked up and dialled: one spelling for each meaning. */
export interface CanonicalHost {
  readonly name: string;
  readonly port: number;
  /** Set when the host is an address and not a name. */
  readonly address: Address | null;
}

const LABELS = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Reads `host:port`. The URL parser is the judge of what an odd spelling means (0x7f.1, 2130706433 and 127。0。0。1 are
 * all 127.0.0.1), because clients read them as it does.
 */
export function canonicalHost(authority: string): CanonicalHost | null {
  const match = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(authority);
  if (!match || /[\s/@?#\\%]/.test(authority)) return null;
  const port = Number(match[2]);
  if (port < 1 || port > 65_535) return null;
  let hostname: string;
  try {
    ({ hostname } = new URL(`http://${match[1]}/`));
  } catch {
    return null;
  }
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (name.length > 253 || !PRINTABLE.test(name)) return null;
  const address = parseAddress(name);
  return address || LABELS.test(name) ? { name, port, address } : null;
}
