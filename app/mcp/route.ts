import { withKey } from "#app/server/gateway.ts";
import { isAllowedOrigin } from "#lib/gateway/mcp/origin.ts";
import { rpcError } from "#lib/gateway/mcp/rpc-answer.ts";
import { McpEndpoint } from "#lib/gateway/mcp/serve.ts";

/** The agents' door as an MCP server (lib/gateway/mcp): the same key, and behind it the same calls as over HTTP. */
const held = globalThis as typeof globalThis & { airlockMcp?: McpEndpoint };

async function serve(request: Request): Promise<Response> {
  if (!isAllowedOrigin(request.headers)) {
    return rpcError(403, -32600, "bad_origin: A page of another machine asked, and pages of others may not.");
  }
  held.airlockMcp ??= new McpEndpoint((error) => console.error(error));
  const endpoint = held.airlockMcp;
  return withKey(request, (gateway, key) => endpoint.serve(gateway, key, request));
}

export { serve as DELETE, serve as GET, serve as POST };
