import { FIRST_BYTES, judgeFirstBytes } from "./first-bytes.ts";
import { HeldBytes } from "./held-bytes.ts";
import { createTlsInspector, isAddress } from "./inspect-tls.ts";
import { RequestLines } from "./request-lines.ts";
import { beginsTls, isRecordType } from "./tls-record.ts";

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
  answered(chunk: Buffer): Verdict;
  /** How much of the conversation can be seen. */
  readonly seen: "server_name" | "nothing" | null;
}

/** As long as the longest header that we accept. */
const LINE_MAX = 16_384;
const HOLD: Verdict = { kind: "hold" };
/** What a load balancer says of its client, in two versions: a server that believes it begins to read behind it. */
const PROXIED = /^(PROXY (TCP|UNKNOWN)|\r\n\r\n\0)/;
const HTTP2 = /^\s*PRI\s+\*\s+HTTP\/2/i;

/** `requests`: what is not plain HTTP does not go out, because nobody could judge it. */
export function createInspector(
  host: string,
  methods: "read" | undefined,
  carries: "any" | "requests" = "any",
): StreamInspector {
  let phase: "start" | "open" | "tls" | "sealed" = "start";
  let refusal: Verdict | null = null;
  let answered = false;
  let isTurn = false;
  let seen: StreamInspector["seen"] = null;
  const held = new HeldBytes();
  const lines = new RequestLines();
  const tls = createTlsInspector(host);

  const refuse = (reason: string): Verdict => {
    refusal = { kind: "refuse", reason };
    return refusal;
  };
  /** Bytes that no request begins with do not stop a server from looking for one behind them. */
  const send = (bytes: Buffer): Verdict => {
    if (methods === "read" && phase !== "sealed" && lines.found) return refuse("method_not_allowed");
    return bytes.length === 0 ? HOLD : { kind: "send", bytes };
  };
  const open = (): Verdict => {
    if (carries === "requests") return refuse("protocol_refused");
    phase = "open";
    seen ??= "nothing";
    return send(held.take());
  };

  const text = (): string => held.view.toString("latin1", 0, LINE_MAX);
  const start = (): Verdict => {
    const form = judgeFirstBytes(held.view.subarray(0, FIRST_BYTES));
    if (form === "tls" && carries === "any") return beginTls();
    if (form === "odd_tls" || (form === "old_tls" && !isAddress(host))) return refuse("server_name_mismatch");
    if (form !== "other" && form !== "incomplete") return open();
    // A server that speaks first speaks something else, whatever the answer looks like.
    if (answered && !isRecordType(held.view[0])) return open();
    if (form === "incomplete") return HOLD;
    if (lines.first === "other") return PROXIED.test(text()) ? refuse("protocol_refused") : open();
    if (lines.first === "open") return held.length > LINE_MAX ? refuse("bad_request") : HOLD;
    if (HTTP2.test(text())) return refuse("protocol_refused");
    return { kind: "http", bytes: held.take() };
  };

  const beginTls = (): Verdict => {
    phase = "tls";
    return goOnInTls(held.take());
  };
  const goOnInTls = (bytes: Buffer): Verdict => {
    const out = tls.take(bytes);
    if (tls.helloSeen) seen = "server_name";
    return out === null ? refuse("server_name_mismatch") : send(out);
  };

  /** Protocols that begin in the clear and then agree on TLS (Postgres, SMTP): the hello comes as an answer. */
  const turn = (): Verdict => {
    const begins = beginsTls(held.view);
    if (begins === null) return HOLD;
    isTurn = false;
    return begins ? beginTls() : open();
  };

  return {
    get seen() {
      return seen;
    },
    answered(chunk) {
      answered = true;
      isTurn = true;
      if (refusal) return HOLD;
      if (phase === "start" && held.length > 0) return start();
      if (phase !== "tls" || !tls.answered(chunk)) return HOLD;
      phase = "sealed";
      return send(tls.rest());
    },
    take(chunk) {
      if (refusal) return refusal;
      if (chunk.length === 0) return HOLD;
      if (phase === "start" || (methods === "read" && phase !== "sealed")) lines.read(chunk);
      if (phase === "tls") return goOnInTls(chunk);
      if (phase === "sealed" || (phase === "open" && !isTurn)) return send(chunk);
      held.add(chunk);
      if (phase === "open") return turn();
      isTurn = false;
      return start();
    },
  };
}
