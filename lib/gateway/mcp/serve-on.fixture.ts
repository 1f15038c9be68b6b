import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { McpDoor } from "./door.fixture.ts";
import { isAllowedOrigin } from "./origin.ts";

/** The door of a test on a socket; who brings no key has the agent's. */
export function serveOn(door: Pick<McpDoor, "fetch">, keyFor?: string) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const ending = new AbortController();
    outgoing.once("close", () => ending.abort());
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const hasBody = incoming.method === "POST";
    const request = new Request(`http://localhost${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: ending.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming), duplex: "half" } : {}),
    } as RequestInit);
    const key = keyFor ?? headers.get("authorization")?.replace(/^Bearer /, "");
    const answer = isAllowedOrigin(headers) ? await door.fetch(request, key) : new Response(null, { status: 403 });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.flushHeaders();
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), outgoing).catch(() => {});
    else outgoing.end();
  };
}
