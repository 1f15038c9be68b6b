import { type IncomingHttpHeaders, type IncomingMessage, request as makeRequest, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { type HeaderCredential, maskBody, maskText } from "./header-credentials.ts";
import type { OpenEntry, TrafficLog } from "./traffic-log.ts";

export interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Socket;
  /** What the server is asked for, and in whose name. */
  readonly target: { readonly path: string; readonly host: string };
  readonly credentials: readonly HeaderCredential[];
  readonly entry: OpenEntry;
  readonly log: TrafficLog;
}

/** They speak about one hop, and this is where it ends. */
const HOP_BY_HOP = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy-.*|expect)$/;

/** Sends one plain request on over a connection that is used once. */
export function forwardRequest({ request, response, upstream, target, credentials, entry, log }: Forwarding): void {
  const end = (reason?: string): void => {
    if (reason) entry.reason = reason;
    response.destroy();
    upstream.destroy();
  };
  const outgoing = makeRequest({
    createConnection: () => upstream,
    method: request.method,
    path: target.path,
    headers: {
      ...endToEnd(credentials.length > 0 ? wholly(request.headers) : request.headers),
      ...framing(request.headers),
      ...injected(credentials),
      host: target.host,
      connection: "close",
    },
    setHost: false,
  });
  log.carries(entry, upstream);
  // It may have carried a tunnel's first moment and been stopped since.
  outgoing.once("socket", (socket) => socket.resume());
  outgoing.on("error", (error: NodeJS.ErrnoException) => end(isUnreadable(error) ? "bad_response" : undefined));
  // Nobody asked for another protocol, and nobody would judge what is said in it.
  outgoing.on("upgrade", () => end("bad_response"));
  outgoing.on("response", (incoming) => {
    // Nothing catches what is thrown in here: the server would have ended every call of this process by one line.
    try {
      response.writeHead(statusOf(incoming), masked(endToEnd(incoming.headers), credentials));
    } catch {
      return end("bad_response");
    }
    incoming.on("data", (chunk: Buffer) => {
      if (!log.count(entry, "bytesIn", chunk.length)) end("too_many_bytes");
    });
    incoming.on("error", () => end());
    incoming.pipe(credentials.length > 0 ? maskBody(credentials) : new PassThrough()).pipe(response);
  });
  request.on("data", (chunk: Buffer) => {
    if (!log.count(entry, "bytesOut", chunk.length)) end("too_many_bytes");
  });
  request.on("error", () => end());
  response.on("error", () => end());
  response.on("close", () => upstream.destroy());
  request.pipe(outgoing);
}

/** Three digits are a status to the reader of the answer, and not all of them to its writer. */
function statusOf({ statusCode = 0 }: IncomingMessage): number {
  if (statusCode < 200) throw new Error("Not the status of an answer.");
  return statusCode;
}

function isUnreadable({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith("HPE_") === true;
}

/** In pieces that the tool chooses a secret would come back unrecognised. A server need not send pieces. */
function wholly({ range: _range, "if-range": _ifRange, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}

/**
 * Where the body ends, said again as it was said to us, whatever a client calls a matter of the hop. A body that nobody
 * announces is another request to whoever reads on: one that was never judged, for any host and by any method.
 */
function framing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers["transfer-encoding"] !== undefined) return { "transfer-encoding": "chunked" };
  const { "content-length": length } = headers;
  return length === undefined ? {} : { "content-length": length };
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name) && !named.has(name)));
}

/** Where we add a secret the answer has to come readable: packed, a secret in it would pass unmasked. */
function injected(credentials: readonly HeaderCredential[]): Record<string, string> {
  if (credentials.length === 0) return {};
  const headers = credentials.map(({ header, prefix = "", value }): [string, string] => [header, `${prefix}${value}`]);
  return { "accept-encoding": "identity", ...Object.fromEntries(headers) };
}

function masked(headers: IncomingHttpHeaders, credentials: readonly HeaderCredential[]): IncomingHttpHeaders {
  const mask = (text: string): string => maskText(text, credentials);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(mask) : value === undefined ? value : mask(value),
    ]),
  );
}
