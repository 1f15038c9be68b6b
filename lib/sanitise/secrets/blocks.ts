import { decodeBase64 } from "./base64.ts";
import type { Attempt } from "./token.ts";
import { startsToken } from "./token.ts";

/** Secrets with a structure of their own: private keys in PEM armour, signed web tokens. */

const PEM_LABEL = /(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?(?:-----| ----)/y;
/** The most that the body of a key may hold; an RSA key of 16 384 bits in text has 13 000 characters. */
const PEM_MAX = 32_768;
/** Base64, white space as itself or as an escape, the headers of an encrypted key, quotes around lines, and what lines are quoted with. */
const PEM_BODY = /(?:[A-Za-z0-9+/=\s\\:,."'();>#|*]|-(?!-)){0,32768}/y;
const PEM_END = /----(?:-| )END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?(?:-----| ----)/y;
/** Little prose has so long a word. */
const PEM_LINE = /[A-Za-z0-9+/=]{16}/;
/** A key in shorter lines has so many capitals and figures among its characters, and no prose has. */
const CAPITALS_SHARE = 0.2;
const FIGURES_SHARE = 0.05;
/** Less than this is somebody writing about keys. */
const PEM_MATERIAL = 40;

/** From `-----BEGIN ` at `start`, whose end is `end`. Without an END line the body ends where it stops looking like one. */
export function matchPrivateKey(text: string, start: number, end: number): Attempt {
  PEM_LABEL.lastIndex = end;
  const label = PEM_LABEL.exec(text)?.[0];
  if (label === undefined) return end;
  const bodyStart = end + label.length;
  PEM_BODY.lastIndex = bodyStart;
  const body = PEM_BODY.exec(text)?.[0] ?? "";
  const material = body
    .slice(0, PEM_MAX)
    .replace(/\\[nrt]/g, "")
    .replace(/[^A-Za-z0-9+/=]/g, "");
  const isKey = material.length >= PEM_MATERIAL && (PEM_LINE.test(body) || isDrawn(material));
  if (!isKey || /\.\.\./.test(body)) return bodyStart + body.length;
  PEM_END.lastIndex = bodyStart + body.length;
  const tail = PEM_END.exec(text)?.[0] ?? "";
  return { start, end: bodyStart + body.length + tail.length, kind: "private-key" };
}

const STATIC_KEY = /(?:\r?\n|\\n)((?:[0-9a-f]{32}(?:\r?\n|\\n)){4,32})/iy;

/** From the first line of a key that two ends of a tunnel share. */
export function matchStaticKey(text: string, end: number): Attempt {
  STATIC_KEY.lastIndex = end;
  const lines = STATIC_KEY.exec(text)?.[1];
  if (lines === undefined) return end;
  const start = STATIC_KEY.lastIndex - lines.length;
  return { start, end: start + lines.trimEnd().length, kind: "private-key" };
}

function isDrawn(material: string): boolean {
  const share = (signs: RegExp): number => material.replace(signs, "").length / material.length;
  return share(/[^A-Z]/g) >= CAPITALS_SHARE && share(/[^0-9]/g) >= FIGURES_SHARE;
}

/** What the lines of a PuTTY key hold, and how many they may be. */
const PUTTY_BODY = /\d{1,3}((?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{16,64}){1,200})/y;

/** From `Private-Lines: `, whose end is `end`. */
export function matchPuttyKey(text: string, end: number): Attempt {
  PUTTY_BODY.lastIndex = end;
  const found = PUTTY_BODY.exec(text);
  if (found === null) return end;
  const stop = end + found[0].length;
  const body = found[1] ?? "";
  return body.length < PEM_MATERIAL ? stop : { start: stop - body.length, end: stop, kind: "private-key" };
}

const JWT_PART = /[\w-]{1,16384}={0,2}/y;
/** The shortest header that names an algorithm, and more than any honest one holds. */
const JWT_HEADER_MIN = 15;
const JWT_HEADER_MAX = 2048;

/** From `eyJ`, whose end is `end`: a header that decodes to an object naming an algorithm, a payload, a signature. */
export function matchWebToken(text: string, end: number): Attempt {
  const start = end - 3;
  if (!text.startsWith("eyJ", start) || !startsToken(text, start)) return end;
  const headerEnd = endOfPart(text, start);
  const header = headerEnd - start;
  if (header < JWT_HEADER_MIN || header > JWT_HEADER_MAX || text.charAt(headerEnd) !== ".") return headerEnd;
  // An unsigned token has two parts and a dot behind them; it is no credential until somebody accepts it.
  let at = endOfPart(text, headerEnd + 1);
  let parts = 2;
  while (parts < 5 && text.charAt(at) === ".") {
    const next = endOfPart(text, at + 1);
    if (next === at + 1) break;
    at = next;
    parts += 1;
  }
  if (parts < 3 || !isHeader(text.slice(start, headerEnd))) return headerEnd;
  return { start, end: at, kind: "jwt" };
}

function endOfPart(text: string, at: number): number {
  JWT_PART.lastIndex = at;
  return at + (JWT_PART.exec(text)?.[0].length ?? 0);
}

function isHeader(part: string): boolean {
  return /^\s*\{[\s\S]*"(?:alg|enc|typ)"\s*:/.test(decodeBase64(part));
}

/** What stands before the key of an account of storage, whatever it is called. */
export const KEY_SIGNS = ["key=", "key: ", "key = ", 'key":"', 'key": "'] as const;
const ACCOUNT_KEY = /["']?([A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/y;

/** From such a sign: sixty-four bytes in base64, unless they are for everybody. */
export function matchAccountKey(text: string, start: number, end: number): Attempt {
  ACCOUNT_KEY.lastIndex = end;
  const key = ACCOUNT_KEY.exec(text)?.[1];
  if (key === undefined || /public.?$/i.test(text.slice(Math.max(0, start - 8), start))) return end;
  return { start: ACCOUNT_KEY.lastIndex - key.length, end: ACCOUNT_KEY.lastIndex, kind: "azure" };
}

/** The private members of a key in JSON, of whichever kind. */
export const KEY_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "k"].flatMap((name) => [`"${name}":"`, `"${name}": "`]);

const KEY_BLOCK = 4096;
const KEY_MEMBER = /[\w-]{22,1024}(?=")/y;
/** What was asked last: a text of nothing but members is searched once for each block of it and not for each member. */
let asked: { readonly text: string; readonly block: number; readonly isKey: boolean } | undefined;

/** From the name of such a member: it is one of a key where `kty` stands near. */
export function matchJsonKey(text: string, end: number): Attempt {
  KEY_MEMBER.lastIndex = end;
  const member = KEY_MEMBER.exec(text)?.[0];
  if (member === undefined) return end;
  const block = Math.floor(end / KEY_BLOCK);
  if (asked?.text !== text || asked.block !== block)
    asked = {
      text,
      block,
      isKey: text.slice(Math.max(0, block - 1) * KEY_BLOCK, (block + 2) * KEY_BLOCK).includes('"kty"'),
    };
  return asked.isKey ? { start: end, end: end + member.length, kind: "private-key" } : end + member.length;
}
