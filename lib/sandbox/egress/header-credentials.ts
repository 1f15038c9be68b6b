import { Transform } from "node:stream";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { PlannedCredential } from "#lib/sandbox/plan.ts";
import { contains, parseAddress, parseNetwork } from "./address.ts";

/**
 * A secret that the proxy adds to plain requests to one host, so that the tool which makes them never holds it. It goes
 * to exactly that name and port, it takes the place of whatever the tool sent under that name, and it leaves this machine
 * only inside TLS, to a server that proved the name, whatever the port.
 */
export interface HeaderCredential {
  /** `name:port`, as the policy writes it. */
  readonly host: string;
  /** In lower case. */
  readonly header: string;
  readonly value: string;
  /** Stands before the value, and is no secret. */
  readonly prefix?: string;
}

/** Framing, routing, and what concerns one hop: a secret in there would be another request, or for another server. */
const NOT_OURS = /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;
const LOOPBACK = ["127.0.0.0/8", "::1/128"].map(parseNetwork);
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]+$/;

/** The plan's header credentials with their values. A value that is missing or cannot be a header refuses the call. */
export function headerCredentials(
  planned: readonly PlannedCredential[],
  secrets: Readonly<Record<string, string>>,
): Outcome<HeaderCredential[]> {
  const found: HeaderCredential[] = [];
  for (const credential of planned) {
    if (credential.as !== "header") continue;
    const { secret, host, header, prefix } = credential;
    const value = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined;
    if (value === undefined) return refuse("secret_unavailable", `The credential ${secret} has no value.`);
    if (NOT_OURS.test(header) || !HEADER_VALUE.test(value)) {
      return refuse("secret_unavailable", `The credential ${secret} cannot be sent as the header ${header}.`);
    }
    found.push({ host, header, value, ...(prefix === undefined ? {} : { prefix }) });
  }
  return done(found);
}

export function credentialsFor(
  credentials: readonly HeaderCredential[],
  { host, port }: { readonly host: string; readonly port: number },
): readonly HeaderCredential[] {
  return credentials.filter((credential) => credential.host.toLowerCase() === `${host}:${port}`);
}

/** In the clear a secret goes to this machine itself and nowhere else: everybody on the way could read it. */
export function needsTls(credentials: readonly HeaderCredential[], addresses: readonly string[]): boolean {
  return credentials.length > 0 && !(addresses.length > 0 && addresses.every(isLoopback));
}

function isLoopback(text: string): boolean {
  const address = parseAddress(text);
  return address !== null && LOOPBACK.some((network) => network !== null && contains(network, address));
}

/** Asterisks for every secret that a server sends back, as long as the secret, so that no length is wrong after it. */
export function maskText(text: string, credentials: readonly HeaderCredential[]): string {
  return credentials.reduce((masked, { value }) => masked.replaceAll(value, "*".repeat(value.length)), text);
}

/** The same for a body, also where a secret is cut in two by the network. Encoded it is not recognised. */
export function maskBody(credentials: readonly HeaderCredential[]): Transform {
  const keep = Math.max(...credentials.map(({ value }) => value.length)) - 1;
  let held = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = maskText(held + chunk.toString("latin1"), credentials);
      const whole = Math.max(0, text.length - keep);
      held = text.slice(whole);
      done(null, Buffer.from(text.slice(0, whole), "latin1"));
    },
    flush(done) {
      done(null, Buffer.from(held, "latin1"));
    },
  });
}
