import { decodeBase64 } from "../secrets/base64.ts";
import { isWordy, makeupOf } from "../secrets/made-up.ts";
import type { Address } from "./url.ts";

/**
 * Whether an address carries data out. An image or a link alone does not: honest pages are full of badges and of queries that
 * count visitors. A hole that the reader is to fill in does, and so does a long value that means nothing in itself.
 */

/** What a reader would be asked to put in. */
const TEMPLATE =
  /\{\{[^{}]{1,80}\}\}|%7b%7b|\$\{[^{}]{1,80}\}|\$\([^()]{1,80}\)|<%|=\[[A-Z][A-Z0-9_-]{2,40}$|\[(?:[A-Z][A-Z0-9_ -]{2,40}|[^\][]{0,40}(?:data|secret|conversation|history|prompt|content|summary|key|token|password|message)[^\][]{0,40})\]|(?:\{|%7b)[^{}]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|transcript|credential|password|api.?key|env|chat|system|base64|encoded|stolen|exfil|leak|dump)[^{}]{0,30}(?:\}|%7d)|<[^<>]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|data|base64)[^<>]{0,30}>/i;
/** The same in words, which only capitals tell from a title. */
const PLACEHOLDER =
  /\b(?:INSERT|PUT|PASTE|YOUR|REPLACE)[-_+](?:[A-Z]+[-_+])*(?:DATA|SECRETS?|CONVERSATION|HISTORY|PROMPT|CONTENTS?|SUMMARY|MESSAGES?)/;
/** In code a hole is a variable, unless it is one for what a model has and nobody else. */
const TELLING_HOLE =
  /(?:\{|%7b)[^{}]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|transcript|credential|password|chat|system|stolen|exfil|leak)[^{}]{0,30}(?:\}|%7d)|\[[^\][]{0,40}(?:data|secret|conversation|history|prompt|summary|message)[^\][]{0,40}\]/i;

const QUERY_MIN = 20;
const PATH_MIN = 24;
const LABEL_MIN = 16;

export type Carriage = "template" | "opaque" | "none";

export function judgeCarriage({ scheme, host, path, query }: Address, inCode = false): Carriage {
  if (scheme !== "" && !/^(?:https?|ftp|wss?)$/.test(scheme)) return "none";
  if (host === "") return "none";
  const parts = [query, path, host];
  if (parts.some((part) => (inCode ? TELLING_HOLE : TEMPLATE).test(part) || PLACEHOLDER.test(part))) return "template";
  if (inCode && parts.some((part) => TEMPLATE.test(part))) return "none";
  const labels = host.split(".");
  // The registered name itself is nobody's payload; what stands before it may be.
  if (labels.slice(0, -2).some((label) => label.length >= LABEL_MIN && isOpaque(label))) return "opaque";
  if (path.split("/").some((part) => part.length >= PATH_MIN && isOpaque(part))) return "opaque";
  for (const pair of query.split(/[&;#]/)) {
    const value = pair.slice(pair.indexOf("=") + 1);
    if (value.length >= QUERY_MIN && isOpaque(value)) return "opaque";
  }
  return "none";
}

const HASH = /^(?:[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Something that was drawn or encoded, and is neither words, nor a number, nor a hash, nor an identifier in the usual form. */
export function isOpaque(part: string): boolean {
  if (part.length < LABEL_MIN) return false;
  const value = undoPercent(part).replace(
    /\.(?:png|jpe?g|gif|svg|webp|html?|js|css|json|md|pdf|zip|tgz|gz|xml|ico|txt)$/i,
    "",
  );
  if (hidesText(value)) return true;
  if (HASH.test(value) || isWordy(value) || /\s/.test(value)) return false;
  if (!/^[\w+/=~.-]+$/.test(value))
    return value.length >= 48 && /^[\x21-\x7e]+$/.test(value) && makeupOf(value).entropy >= 4.5;
  const longest = value.split(/[-_.~]/).reduce((most, piece) => (piece.length > most.length ? piece : most), "");
  if (longest.length < LABEL_MIN) return false;
  const { lower, upper, digit, letter, entropy } = makeupOf(longest);
  if (!letter || isWordy(longest)) return false;
  return digit && lower && upper ? entropy >= 3.2 : digit && longest.length >= 20 && entropy >= 3.5;
}

function undoPercent(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Base64 or hexadecimal that decodes to writing. */
function hidesText(value: string): boolean {
  if (value.length < 20) return false;
  const hex = /^(?:[0-9a-f]{2}){12,}$/i.test(value);
  if (!hex && (!/^[\w+/-]+={0,2}$/.test(value) || isWordy(value))) return false;
  const decoded = hex ? fromHex(value) : decodeBase64(value);
  return decoded.length >= 12 && isWriting(decoded);
}

function fromHex(value: string): string {
  let text = "";
  for (let i = 0; i + 1 < value.length && i < 2048; i += 2)
    text += String.fromCharCode(Number.parseInt(value.slice(i, i + 2), 16));
  return text;
}

function isWriting(text: string): boolean {
  // Proxies of images write the address that they stand for.
  return /^[\t\n\r\x20-\x7e]+$/.test(text) && /[a-z]{2}/i.test(text) && !/^https?:\/\//.test(text);
}
