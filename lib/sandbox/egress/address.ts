import { isIPv4, isIPv6 } from "node:net";

/**
 * IP addresses as bytes, and which of them are the public internet. We allow by class and not by block-list: a list of
 * bad ranges forgets one sooner or later, and every way of writing an address inside another is a way round it.
 */
export type Address = Uint8Array;

/** 4 or 16 bytes; an IPv4 address written as IPv6 (::ffff:a.b.c.d) becomes the IPv4 address that it is. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return Uint8Array.from(text.split("."), Number);
  if (!isIPv6(text) || text.includes("%")) return null;
  return withoutMapping(parseV6(text));
}

function parseV6(text: string): Address {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const plain = dotted ? `${dotted[1]}${dottedAsGroups(dotted[2] ?? "")}` : text;
  const [head = "", tail] = plain.split("::");
  const groups = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const middle = tail === undefined ? [] : new Array<number>(8 - before.length - after.length).fill(0);
  return Uint8Array.from([...before, ...middle, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function dottedAsGroups(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function withoutMapping(address: Address): Address {
  return MAPPED_PREFIX.every((byte, index) => address[index] === byte) ? address.slice(12) : address;
}

export interface Network {
  readonly base: Address;
  readonly bits: number;
}

export function parseNetwork(text: string): Network | null {
  const [host = "", bits] = text.split("/");
  const base = parseAddress(host);
  if (!base) return null;
  const length = bits === undefined ? base.length * 8 : Number(bits);
  return Number.isInteger(length) && length >= 0 && length <= base.length * 8 ? { base, bits: length } : null;
}

export function contains({ base, bits }: Network, address: Address): boolean {
  if (base.length !== address.length) return false;
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (base[index] !== address[index]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((base[whole] ?? 0) & mask) === ((address[whole] ?? 0) & mask);
}

function networks(list: string): Network[] {
  return list.split(/\s+/).flatMap((text) => parseNetwork(text) ?? []);
}

const SPECIAL_V4 = networks(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
   192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`,
);
/** Global unicast is 2000::/3; these are the exceptions inside it, the ones that carry IPv4 among them. */
const GLOBAL_V6 = networks("2000::/3");
const SPECIAL_V6 = networks("2001::/23 2001:db8::/32 2002::/16 3fff::/20");
/** Cloud metadata, "this host", multicast: no policy can list them. */
const NEVER = networks(
  "0.0.0.0/8 169.254.0.0/16 168.63.129.16/32 192.0.0.192/32 100.100.100.200/32 224.0.0.0/4 240.0.0.0/4 ::/128 fe80::/10 ff00::/8 fd00:ec2::/32 fd20:ce::254/128",
);

export function isGlobal(address: Address): boolean {
  const within = (list: readonly Network[]): boolean => list.some((network) => contains(network, address));
  return address.length === 4 ? !within(SPECIAL_V4) : within(GLOBAL_V6) && !within(SPECIAL_V6);
}

export function isNeverAllowed(address: Address): boolean {
  return NEVER.some((network) => contains(network, address));
}

/** Narrow enough to have been meant: `0.0.0.0/0` lists the internet, not our loopback. */
export function isDeliberate({ base, bits }: Network): boolean {
  return !isGlobal(base) && bits >= (base.length === 4 ? 8 : 16);
}

export function sameAddress(a: Address, b: Address): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
