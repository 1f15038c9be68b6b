import { ClientFlight } from "./client-flight.ts";
import type { Hello } from "./client-hello.ts";
import { ServerAnswer } from "./server-hello.ts";
import { SEALED } from "./tls-record.ts";

/**
 * Every hello of a client, up to where the conversation is sealed, asks for the host that was allowed. It is sealed once the
 * server has taken a hello, and not before: a server that asks for a second one passes over whatever looks sealed until then.
 */
export interface TlsInspector {
  /** What may go out of what came so far; null where nothing more may. */
  take(chunk: Buffer): Buffer | null;
  /** What the server says; true when it has sealed the conversation. */
  answered(chunk: Buffer): boolean;
  /** What is still held when it is sealed. */
  rest(): Buffer;
  readonly helloSeen: boolean;
}

export function createTlsInspector(host: string): TlsInspector {
  const flight = new ClientFlight();
  const answer = new ServerAnswer();
  let helloSeen = false;
  let earlyData = false;
  return {
    get helloSeen() {
      return helloSeen;
    },
    take(chunk) {
      flight.add(chunk);
      for (;;) {
        const reading = flight.next();
        if (reading.kind === "malformed") return null;
        if (reading.kind === "incomplete") return flight.takeRead();
        if (reading.kind === "hello") {
          if (!fits(reading.hello, host)) return null;
          helloSeen = true;
          earlyData ||= reading.hello.earlyData;
        } else if (!helloSeen || (reading.type === SEALED && !earlyData)) return null;
      }
    },
    // Before a hello has gone out, nothing is an answer to one.
    answered: (chunk) => helloSeen && answer.read(chunk),
    rest: () => flight.takeAll(),
  };
}

/** An address has no name to ask for; a name must be asked for by name, and in the open. */
function fits({ serverName, encrypted }: Hello, host: string): boolean {
  if (encrypted) return false;
  return serverName === host || (serverName === null && isAddress(host));
}

export function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}
