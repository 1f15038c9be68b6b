/**
 * Where a webhook may go. An admin names it, so hosts inside the network are allowed; what is not allowed is a way on which
 * others read it (plain http, but to this machine and only where the operator says so) or a password that would be shown.
 */
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

const LONGEST = 2_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export interface AddressRules {
  /** http:// to this machine itself is taken as well. */
  readonly plainLoopback: boolean;
}

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

export function readWebAddress(text: string, { plainLoopback }: AddressRules): Outcome<URL> {
  const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return refuse("malformed_request", "Give a whole address that begins with https://.");
  }
  if (url.protocol === "http:" && !(plainLoopback && isLoopback(url.hostname))) {
    return refuse(
      "malformed_request",
      "Messages go over https:// only; http:// to this machine itself takes AIRLOCK_PLAIN_WEBHOOKS.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    return refuse("malformed_request", "An address has no password and no part behind # in it.");
  }
  return done(url);
}
