import { decodeBase64 } from "./base64.ts";
import { isPlaceholder, isReference, isWordy, makeupOf } from "./made-up.ts";
import type { Attempt } from "./token.ts";

/** The credentials of an HTTP Authorization header, also where the header's name is missing. */

const BEARER = /[\w.~+/=-]{16,4096}/y;
const BASIC = /[A-Za-z0-9+/]{8,512}={0,2}(?![A-Za-z0-9+/=])/y;

export function matchBearer(text: string, end: number): Attempt {
  BEARER.lastIndex = end;
  const token = BEARER.exec(text)?.[0];
  if (token === undefined) return end;
  const { letter, digit, entropy } = makeupOf(token);
  const random = digit && letter && entropy >= 3 && !isWordy(token);
  if (!random || isPlaceholder(token) || isReference(token)) return end + token.length;
  return { start: end, end: end + token.length, kind: "bearer" };
}

/** What decodes to `user:password` is one; "basic authentication" is not. */
export function matchBasic(text: string, end: number): Attempt {
  BASIC.lastIndex = end;
  const encoded = BASIC.exec(text)?.[0];
  if (encoded === undefined) return end;
  const decoded = decodeBase64(encoded);
  // The second form is that of SASL.
  const password = (/^[\x20-\x7e]{1,128}?:([\x20-\x7e]{3,256})$/.exec(decoded) ??
    /^[\x20-\x7e]{0,128}\0[\x20-\x7e]{1,128}\0([\x20-\x7e]{3,256})$/.exec(decoded))?.[1];
  if (password === undefined || isPlaceholder(password)) return end + encoded.length;
  return { start: end, end: end + encoded.length, kind: "basic-auth" };
}

/** From the question of a mail server for a password, which is in base64 as the answer to it is. */
export function matchAnswer(text: string, end: number): Attempt {
  const lead = /^["']?\r?\n(?:C: |>>> |-> )?/.exec(text.slice(end, end + 8))?.[0];
  if (lead === undefined) return end;
  const start = end + lead.length;
  BASIC.lastIndex = start;
  const encoded = BASIC.exec(text)?.[0];
  if (encoded === undefined || !/^[\x20-\x7e]{6,256}$/.test(decodeBase64(encoded))) return end;
  return { start, end: start + encoded.length, kind: "password" };
}

/** From `"auth"`: the same pair in the configuration of a container registry's client. */
export function matchRegistryAuth(text: string, end: number): Attempt {
  const lead = /^\s{0,4}:\s{0,4}"/.exec(text.slice(end, end + 12))?.[0];
  return lead === undefined ? end : matchBasic(text, end + lead.length);
}
