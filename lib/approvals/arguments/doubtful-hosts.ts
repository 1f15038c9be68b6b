import { domainToASCII, domainToUnicode } from "node:url";
import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import type { Argument } from "./arguments-of.ts";

/** A host in the arguments that is another than it seems to be. */
export interface DoubtfulHost {
  readonly argument: string;
  readonly start: number;
  readonly end: number;
  /** What would be dialled. */
  readonly dialled: string;
  /** What a reader may take it for, where that is another thing. */
  readonly seems: string | null;
  readonly reason: string;
}

const AUTHORITY = /\b[a-z][a-z0-9+.-]{1,20}:[/\\]{2}([^\s/\\?#"'<>`]+)/giu;
/** A name with dots that stands alone, if it is not plain or says that it is encoded. */
const BARE = /(?<![\p{L}\p{N}.@/\\-])(?:[\p{L}\p{N}\p{M}-]{1,63}\.)+[\p{L}\p{N}\p{M}-]{2,63}(?![\p{L}\p{N}-])/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what a plain host is written in
const ASCII = /^[\x00-\x7f]*$/;
const HOSTS_MAX = 40;
const TEXT_MAX = 64 * 1024;
/** No name that can be dialled is longer; and to put thousands of marks in order takes minutes, in which nobody else is served. */
const HOST_MAX = 255;

/** Names that are encoded, that mix scripts or look like others, and addresses with another host written in front of the real one. */
export function findDoubtfulHosts(items: readonly Argument[]): DoubtfulHost[] {
  return items.flatMap((item) => inText(item.text.slice(0, TEXT_MAX), item.name)).slice(0, HOSTS_MAX);
}

function inText(text: string, argument: string): DoubtfulHost[] {
  const found: DoubtfulHost[] = [];
  const add = (written: string, start: number): void => {
    const doubt = judge(written);
    if (doubt && !found.some((other) => start < other.end && other.start < start + written.length)) {
      found.push({ argument, start, end: start + written.length, ...doubt });
    }
  };
  for (const match of text.matchAll(AUTHORITY)) {
    const authority = match[1] ?? "";
    add(authority, match.index + match[0].length - authority.length);
  }
  for (const { 0: name, index } of text.matchAll(BARE)) if (!ASCII.test(name) || /xn--/i.test(name)) add(name, index);
  return found;
}

type Doubt = Pick<DoubtfulHost, "dialled" | "seems" | "reason">;

function judge(authority: string): Doubt | undefined {
  const at = authority.lastIndexOf("@");
  const host = (at < 0 ? authority : authority.slice(at + 1)).replace(/:\d*$/, "");
  if (host.length > HOST_MAX) {
    return { dialled: host.slice(0, HOST_MAX), seems: null, reason: "It is longer than a host can be." };
  }
  const dialled = domainToASCII(host) || host;
  if (at >= 0 && authority.slice(0, at).includes(".")) {
    return {
      dialled,
      seems: authority.slice(0, at),
      reason: "Another host is written in front of the one that is dialled.",
    };
  }
  const shown = domainToUnicode(dialled) || host;
  if (ASCII.test(shown)) return undefined;
  // Plain letters stay: only for comparing does m become rn.
  const looks = shown.normalize("NFKC").replace(/[^\p{ASCII}]/gu, prototypeOf);
  if (ASCII.test(looks)) return { dialled, seems: looks, reason: "The name looks like another one and is not." };
  if (shown.split(".").some(mixesScripts)) return { dialled, seems: shown, reason: "The name mixes scripts." };
  return { dialled, seems: shown, reason: "The name is not written in plain letters." };
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

function mixesScripts(label: string): boolean {
  return SCRIPTS.filter((script) => script.test(label)).length > 1;
}
