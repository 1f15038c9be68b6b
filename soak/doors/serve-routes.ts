/**
 * The agents' routes under a plain web server, in a process that can be killed: what Next serves, without the minutes of a build.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { registerHooks } from "node:module";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

// A word that Next has for files that must not reach a browser; here there is none.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "server-only" ? { url: "data:text/javascript,", shortCircuit: true } : next(specifier, context),
});
const { callRoute } = await import("#app/server/testing/call-route.ts");

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (response.destroyed) return;
    console.error(error);
    response.destroy();
  });
});
server.requestTimeout = 0;
// A connection that is closed for being idle just when a request is sent on it looks like a door that failed.
server.keepAliveTimeout = 0;
server.listen(Number(process.env.PORT ?? "0"), "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`ready ${typeof address === "object" ? address?.port : ""}\n`);
});

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // Read whole before it is answered: a client that still sends would not hear an early answer.
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const request = new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method: incoming.method ?? "GET",
    headers,
    signal: gone.signal,
    ...(incoming.method === "POST" && body.length > 0 ? { body } : {}),
  });
  const response = await callRoute(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), outgoing).catch(() => {});
}
