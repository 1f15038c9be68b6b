import { type Hello, readClientHello } from "./client-hello.ts";
import { hasRequestLine, judgeFirstBytes } from "./first-bytes.ts";

/**
 * Looks at what a client sends through a tunnel before it goes out, as far as it can be seen, and says what to do with
 * it. It knows no sockets, so that every form of evasion can be tried on it byte by byte.
 */
export type Verdict =
  | { readonly kind: "hold" }
  | { readonly kind: "send"; readonly bytes: Buffer }
  /** Plain HTTP: each request is to be judged as one. */
  | { readonly kind: "http"; readonly bytes: Buffer }
  | { readonly kind: "refuse"; readonly reason: string };

export interface StreamInspector {
  take(chunk: Buffer): Verdict;
  /** The server has said something: what was held in doubt may be clear now. */
  answered(): Verdict;
  /** How much of the conversation can be seen. */
  readonly seen: "server_name" | "nothing" | null;
}

/** Of what went out, as much as a request's first line could reach back. */
const TAIL = 4096;
const CLIENT_SPEAKS_SEALED = 0x17;
const HANDSHAKE = 0x16;

/** `requests`: what is not plain HTTP does not go out, because nobody could judge it. */
export function createInspector(
  host: string,
  methods: "read" | undefined,
  carries: "any" | "requests" = "any",
): StreamInspector {
  let phase: "start" | "hello" | "open" | "sealed" = "start";
  let held: Buffer = Buffer.alloc(0);
  let answered = false;
  let isTurn = false;
  let helloSeen = false;
  let tail = "";
  let seen: StreamInspector["seen"] = null;

  const sendHeld = (): Verdict => {
    const bytes = held;
    held = Buffer.alloc(0);
    if (methods === "read" && phase === "open") {
      tail = (tail + bytes.toString("latin1")).slice(-TAIL - bytes.length);
      if (hasRequestLine(tail)) return refuse("method_not_allowed");
      tail = tail.slice(-TAIL);
    }
    return { kind: "send", bytes };
  };
  const open = (): Verdict => {
    if (carries === "requests") return refuse("protocol_refused");
    phase = "open";
    seen ??= "nothing";
    return sendHeld();
  };

  const start = (): Verdict => {
    const form = judgeFirstBytes(held);
    // A server that speaks first speaks something else, whatever the answer looks like.
    const isText = form === "incomplete" || form === "http";
    if (isText && answered && held[0] !== HANDSHAKE) return open();
    if (form === "incomplete") return { kind: "hold" };
    if (form === "http2") return refuse("protocol_refused");
    if (form === "too_long") return refuse("bad_request");
    if (form === "old_tls" && !isAddress(host)) return refuse("server_name_mismatch");
    if (form === "http") return { kind: "http", bytes: held };
    if (form !== "tls" || carries === "requests") return open();
    phase = "hello";
    return hello();
  };

  /** Every hello, also a second one after the server asked for it, up to where the conversation is sealed. */
  const hello = (): Verdict => {
    for (let at = 0; ; ) {
      const reading = readClientHello(held.subarray(at));
      if (reading.kind === "malformed") return refuse("server_name_mismatch");
      if (reading.kind === "not_tls") return helloSeen ? refuse("server_name_mismatch") : open();
      if (reading.kind === "incomplete") {
        const bytes = held.subarray(0, at);
        held = held.subarray(at);
        return at === 0 ? { kind: "hold" } : { kind: "send", bytes };
      }
      if (reading.kind === "hello") {
        if (!fits(reading.hello, host)) return refuse("server_name_mismatch");
        helloSeen = true;
        seen = "server_name";
      } else if (!helloSeen) return refuse("server_name_mismatch");
      else if (reading.type === CLIENT_SPEAKS_SEALED || reading.type === HANDSHAKE) {
        phase = "sealed";
        return sendHeld();
      }
      at += reading.bytes;
    }
  };

  return {
    get seen() {
      return seen;
    },
    answered() {
      answered = true;
      isTurn = true;
      return phase === "start" && held.length > 0 ? start() : { kind: "hold" };
    },
    take(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      // Protocols that begin in the clear and then agree on TLS (Postgres, SMTP): the hello comes as an answer.
      if (phase === "open" && isTurn && held[0] === HANDSHAKE) phase = "hello";
      isTurn = false;
      if (phase === "start") return start();
      return phase === "hello" ? hello() : sendHeld();
    },
  };
}

/** An address has no name to ask for; a name must be asked for by name, and in the open. */
function fits({ serverName, encrypted }: Hello, host: string): boolean {
  if (encrypted) return false;
  return serverName === host || (serverName === null && isAddress(host));
}

function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}

function refuse(reason: string): Verdict {
  return { kind: "refuse", reason };
}
