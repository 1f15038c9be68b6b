import type { IncomingMessage } from "node:http";
import { canonicalHost } from "./canonical-host.ts";

const READ_METHODS = ["GET", "HEAD"];
/** Sends back what it was sent, and with it what we added. */
const ECHOES = "TRACE";
/** By these some frameworks take one method for another. */
const METHOD_OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

export interface Destination {
  readonly name: string;
  readonly port: number;
}

/** Why a request may not go to where it wants to go, as far as its head says; null where nothing is against it. */
export function judgeRequest(
  request: Pick<IncomingMessage, "method" | "headers" | "rawHeaders" | "httpVersion">,
  destination: Destination,
  methods: "read" | undefined,
): string | null {
  const { method = "" } = request;
  // Two answers to "for whom is this?" are how one server is asked in another's name.
  if (!isForHost(request, destination)) return "host_mismatch";
  if (method === ECHOES) return "method_not_allowed";
  if (methods !== "read" || method === "CONNECT") return null;
  return judgeMethod(request);
}

/** Whether a request only reads, as far as a method says. */
export function judgeMethod({
  method = "",
  headers,
}: Pick<IncomingMessage, "method" | "headers">): "method_not_allowed" | null {
  const overrides = METHOD_OVERRIDES.some((name) => headers[name] !== undefined);
  return READ_METHODS.includes(method) && !overrides ? null : "method_not_allowed";
}

function isForHost(
  { headers, rawHeaders, httpVersion }: Pick<IncomingMessage, "headers" | "rawHeaders" | "httpVersion">,
  destination: Destination,
): boolean {
  const named = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  // Old clients send none; what goes on has ours.
  if (named === 0) return httpVersion === "1.0";
  return named === 1 && namesHost(headers.host ?? "", destination);
}

/** Where a port is named it must be the one; left out it says nothing else. */
function namesHost(text: string, { name, port }: Destination): boolean {
  const host = canonicalHost(/:\d+$/.test(text) ? text : `${text}:${port}`);
  return host !== null && host.name === name && host.port === port;
}
