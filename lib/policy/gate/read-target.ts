import { isIPv6 } from "node:net";
import type { FoundArgument } from "./find-arguments.ts";
import { bareHost, canonicalHost, type HostTarget } from "./host-pattern.ts";

/** What an address dials, or why it dials nothing that could be allowed; `hostless` is an address that dials nobody. */
export type Target = HostTarget | { readonly impossible: string } | { readonly hostless: true };

/**
 * Reads an address as WHATWG does. Tools have other parsers, and where those are known to disagree about the host the address
 * is refused, because it is what an attacker would send and nobody else.
 */
export function readTarget({ kind, text, foundBy, format }: FoundArgument): Target {
  const written = text.trim();
  const target = kind === "host" ? readHost(written) : readUrl(written, foundBy, format);
  if (!("host" in target)) return target;
  if (/^-|\.\.|^\.|\.$/.test(target.host)) return { impossible: "names no host" };
  return target;
}

/** Parsers drop them, cut there, or fail: three different hosts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those
const CONTROLS = /[\u0000-\u001f\u007f]/;
/** Addresses that open no connection by themselves. */
const HOSTLESS = /^(?:urn|tag|data|mailto|tel|cid|mid|doi):/i;

function readUrl(text: string, foundBy: FoundArgument["foundBy"], format?: string): Target {
  if (CONTROLS.test(text)) return { impossible: "holds a control character" };
  if (format === "uri" && HOSTLESS.test(text)) return { hostless: true };
  // The short form of an ssh address, where the author says that addresses are expected.
  const isStated = foundBy === "declaration" || foundBy === "schema";
  const [, user = "", shortHost] = (isStated && /^([^@:/\s]+)@([^@:/\s]+):(?!\/\/)/.exec(text)) || [];
  if (shortHost !== undefined) return user.startsWith("-") ? { impossible: "names no host" } : sshTarget(shortHost, "");
  const written = foundBy === "name" && isWithoutScheme(text) ? `https://${text.replace(/^\/\//, "")}` : text;
  if (!URL.canParse(written)) return { impossible: "cannot be read as a URL" };
  const url = new URL(written);
  if (url.protocol === "ssh:" && url.password === "") {
    return url.username.startsWith("-") ? { impossible: "names no host" } : sshTarget(url.hostname, url.port);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return { impossible: "is neither http, https nor ssh" };
  if (url.username !== "" || url.password !== "") return { impossible: "carries credentials" };
  if (isReadDifferently(written)) return { impossible: "is read differently by different programs" };
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  return { host: bareHost(url), port };
}

/** An argument that is only called `url` may leave the scheme out, and the tool adds one. A name with a port is not a scheme. */
function isWithoutScheme(text: string): boolean {
  return !URL.canParse(text) || /^[^/?#@:]*\.[^/?#@:]*:\d/.test(text);
}

/**
 * A backslash ends the host for some and is part of a user's name for others; so is `#@` and `?@` to old ones. What stands before the
 * slashes and what stands behind them are told apart by a slash alone: two runs that could share letters would be tried in every way, hours of it.
 */
function isReadDifferently(text: string): boolean {
  const [, front = ""] = /^([^?#]*)/.exec(text) ?? [];
  return front.includes("\\") || /^[^/?#]*(?:\/{1,2}[^/?#]*)?[?#]@/.test(text);
}

/** A parser of URLs leaves the host of ssh as it is written, so we read it as that of http. */
function sshTarget(written: string, port: string): Target {
  const host = canonicalHost(written.replace(/^\[|\]$/g, ""));
  if (host === undefined) return { impossible: "names no host" };
  return { host, port: port === "" ? 22 : Number(port) };
}

function readHost(text: string): Target {
  if (CONTROLS.test(text)) return { impossible: "holds a control character" };
  const whole = isIPv6(text) ? [text, text, undefined] : /^(.*?)(?::(\d{1,5}))?$/s.exec(text);
  const [, written = text, port] = whole ?? [];
  const host = canonicalHost(written.replace(/^\[|\]$/g, ""));
  if (host === undefined) return { impossible: "is not a host" };
  return port === undefined ? { host } : { host, port: Number(port) };
}
