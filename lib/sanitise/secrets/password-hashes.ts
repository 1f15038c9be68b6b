import type { Attempt } from "./token.ts";

/** How the hash of a password is written where accounts are kept. */
export const BEFORE_HASH = [":$", ":{SHA}", ":{SSHA}", " {SSHA}", " $6$", " $1$", '"$6$', "'$6$"] as const;
const HASH =
  /(?:\$(?:[1568y]|2[abxy]|apr1|md5|sha1|argon2(?:id?|d)|7|gy)\$(?:[\w=,./-]{1,24}\$){0,3}[A-Za-z0-9./+]{8,128}(?:\$[A-Za-z0-9./+]{16,128})?|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,140}={0,2})(?=[:\s"';]|$)/y;

/** From one of those: to guess a password from its hash takes no more than time. */
export function matchHash(text: string, start: number): Attempt {
  for (let at = start; at < start + 12; at++) {
    const unit = text.charAt(at);
    if (unit !== "$" && unit !== "{") continue;
    HASH.lastIndex = at;
    const found = HASH.exec(text)?.[0];
    return found === undefined || found.length < 28 || /(.)\1{7}/.test(found)
      ? start
      : { start: at, end: at + found.length, kind: "password" };
  }
  return start;
}
