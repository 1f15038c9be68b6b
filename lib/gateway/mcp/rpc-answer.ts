import { ERRORS } from "#lib/errors/codes.ts";
import type { Refusal } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";

/** Answers that are given before the protocol's own machinery is asked. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", error: { code, message }, id: null },
    { status, headers: { "Cache-Control": "no-store", ...headers } },
  );
}

/** JSON-RPC's own code where there is one; the sentence is the one that HTTP would give. */
export function rpcRefusal(refusal: Refusal): Response {
  const { code } = refusal;
  const { status } = ERRORS[code];
  const headers = {
    ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="airlock"' } : {}),
    ...(status === 429 || status === 503 ? { "Retry-After": "5" } : {}),
  };
  const rpcCode = code === "malformed_request" ? -32700 : status >= 500 ? -32603 : -32600;
  return rpcError(status, rpcCode, `${code}: ${tellSender(refusal)}`, headers);
}
