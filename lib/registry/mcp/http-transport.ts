import { Readable } from "node:stream";
import { type FetchLike, type JSONRPCMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import type { EgressFetch } from "#lib/sandbox/egress/egress-fetch.ts";
import { EventSplitter, eventOf } from "./event-stream.ts";
import type { Wire } from "./wire.ts";

/**
 * Streamable HTTP by the official transport, with every request under the egress rules and every answer through the wire.
 * There is no standing stream beside the calls: a conversation lasts for one call, and a change of the list is noticed by
 * listing. A stream that breaks is not taken up again, for then nobody could say whether a call happened once.
 */
export function httpTransport(url: string, egress: EgressFetch, wire: Wire): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch: gatedFetch(egress, wire),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
}

/** Of an answer that is not a message: a page of an error. */
const WORDS_MAX = 65_536;

function gatedFetch(egress: EgressFetch, wire: Wire): FetchLike {
  return async (url, init) => {
    if ((init?.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const sent = typeof init?.body === "string" ? (JSON.parse(init.body) as JSONRPCMessage) : null;
    if (sent) wire.sent(sent);
    const response = await egress.fetch(url, init);
    const { status, headers, body } = response;
    if (!response.ok) return new Response(await readableWords(response), { status, headers });
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (type === "application/json") {
      const message = wire.received(new Uint8Array(await response.arrayBuffer()));
      // Nothing that the library could take for an answer: the wire has ended the conversation, or it was none.
      return message ? new Response(JSON.stringify(message), { status, headers }) : new Response(null, { status: 502 });
    }
    if (type === "text/event-stream" && body) {
      const id = sent && "id" in sent ? sent.id : undefined;
      return new Response(Readable.toWeb(Readable.from(throughWire(body, wire, id))) as ReadableStream<Uint8Array>, {
        status,
        headers,
      });
    }
    return response;
  };
}

/** Some refusals are messages too, and the library reads them; whatever is not strictly JSON it does not need. */
async function readableWords(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const read = parseStrict(bytes, { maxBytes: WORDS_MAX, maxDepth: 32 });
  return read.ok ? JSON.stringify(read.value) : "";
}

/** The events of one answer. However the stream ends, whoever waits for the answer hears of it. */
async function* throughWire(body: ReadableStream<Uint8Array>, wire: Wire, id: unknown): AsyncGenerator<Uint8Array> {
  const events: Uint8Array[] = [];
  const splitter = new EventSplitter((data) => {
    const message = wire.received(data);
    if (message) events.push(eventOf(message));
  });
  try {
    for await (const chunk of body) {
      splitter.push(chunk);
      yield* events.splice(0);
    }
  } finally {
    wire.ended(id);
  }
}
