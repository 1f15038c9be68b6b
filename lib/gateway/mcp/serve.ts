import { createHash } from "node:crypto";
import {
  createMcpHandler,
  type ServerEvent,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { chosenTermsSchema, sessionSchema } from "../disclosure/terms.ts";
import { type Place, PlaceCount } from "../place-count.ts";
import { INPUT_LIMITS, readBytes, readQuery } from "../read-request.ts";
import type { McpGateway } from "./call-tool.ts";
import { CallsUnderWay } from "./calls-under-way.ts";
import { KeyProofs } from "./prove-key.ts";
import { rpcError, rpcRefusal } from "./rpc-answer.ts";
import { DEFAULT_SESSION, type McpExchange, makeServer, ownerOf } from "./server.ts";
import { readToolSet, type ToolSet, watchTools } from "./watch-tools.ts";

/** What is known of a request before it is known in which revision it speaks. */
type Exchange = Omit<McpExchange, "isLegacy">;

/** Each looks at the database now and then, and costs a connection of the client's. */
const STREAMS_OF_A_KEY = 8;
const STREAMS_OF_ALL = 500;

/**
 * The MCP endpoint over Streamable HTTP, for the current revision and the ones before it. It keeps no session: every request stands
 * for itself, so any process answers it, also the one started after this.
 */
export class McpEndpoint {
  readonly #proofs = new KeyProofs();
  readonly #underWay = new CallsUnderWay();
  readonly #streams = new PlaceCount(STREAMS_OF_A_KEY, STREAMS_OF_ALL);
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  async serve(gateway: McpGateway, key: string, request: Request): Promise<Response> {
    if (request.method !== "POST" && request.method !== "GET") {
      return rpcError(405, -32000, "Method not allowed.", { Allow: "GET, POST" });
    }
    const proved = await this.#proofs.prove(gateway.sql, key);
    if (!proved.ok) return rpcRefusal(proved);
    const wishes = readWishes(request);
    if (!wishes.ok) return rpcRefusal(refuse("malformed_request", wishes.message));
    const exchange = { gateway, key, ...wishes.value, underWay: this.#underWay, report: this.#report };
    return request.method === "GET"
      ? this.#inPlace(exchange, (place) => this.#listen(exchange, request, place))
      : this.#answer(exchange, request);
  }

  async #answer(exchange: Exchange, request: Request): Promise<Response> {
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
      return rpcError(415, -32000, "The content type has to be application/json.");
    }
    const message = await readMessage(request);
    if (!message.ok) return rpcRefusal(message);
    const body = message.value;
    const taken = cancelledIn(body);
    if (taken !== undefined) {
      this.#underWay.cancel(ownerOf(exchange), taken);
      return new Response(null, { status: 202 });
    }
    const isListening = isObject(body) && body.method === "subscriptions/listen";
    return isListening
      ? this.#inPlace(exchange, (place) => this.#respond(exchange, request, body, place))
      : this.#respond(exchange, request, body);
  }

  /** Takes a place for a stream. Where the stream does not come about, however that fails, it is free again. */
  async #inPlace(exchange: Exchange, open: (place: Place) => Promise<Response>): Promise<Response> {
    const place = this.#streams.take(ownerDigest(exchange));
    if (!place) return rpcRefusal(refuse("rate_limited", "This key has as many streams open as it may."));
    try {
      return await open(place);
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  async #respond(exchange: Exchange, request: Request, body: unknown, place?: Place): Promise<Response> {
    const ending = new AbortController();
    const atFirst = place ? await readToolSet(watchOf(exchange)) : done(undefined);
    const bus = new ToolChanges(exchange, atFirst, ending, () => place?.leave());
    const handler = createMcpHandler(({ era }) => makeServer({ ...exchange, isLegacy: era === "legacy" }), { bus });
    const leave = () => ending.abort();
    request.signal.addEventListener("abort", leave);
    const answer = await handler.fetch(withSignal(request, ending.signal), { parsedBody: body });
    request.signal.removeEventListener("abort", leave);
    if (place && !bus.isFollowed) place.leave();
    return endedBy(answer, request, ending);
  }

  /** The earlier revisions hear of changes on a stream that is opened with GET. */
  async #listen(exchange: Exchange, request: Request, place: Place): Promise<Response> {
    const ending = new AbortController();
    const atFirst = await readToolSet(watchOf(exchange));
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    const server = makeServer({ ...exchange, isLegacy: true });
    await server.connect(transport);
    const answer = await transport.handleRequest(withSignal(request, ending.signal));
    const close = () => {
      place.leave();
      server.close().catch(this.#report);
    };
    if (answer.status !== 200) {
      close();
      return answer;
    }
    void watchTools({ ...watchOf(exchange), signal: ending.signal }, atFirst, () => {
      server.sendToolListChanged().catch(this.#report);
    })
      .catch(this.#report)
      .finally(close);
    return endedBy(answer, request, ending);
  }
}

/**
 * The head of a request with a signal of ours. A signal that is given to a new request is only held weakly there, and is lost with it; so
 * what ends the exchange is one controller that everything here holds (endedBy).
 */
function withSignal({ url, method, headers }: Request, signal: AbortSignal): Request {
  return Object.defineProperty(new Request(url, { method, headers }), "signal", { value: signal });
}

/** The answer, with an end that is noticed: the client hung up, or stopped reading. */
function endedBy(answer: Response, request: Request, ending: AbortController): Response {
  const leave = () => ending.abort();
  if (request.signal.aborted) leave();
  const isStream = /^text\/event-stream/.test(answer.headers.get("content-type") ?? "");
  const reader = isStream ? answer.body?.getReader() : undefined;
  if (!reader) return answer;
  request.signal.addEventListener("abort", leave);
  const body = new ReadableStream({
    async pull(controller) {
      const { done: isDone, value } = await reader.read();
      if (!isDone) return controller.enqueue(value);
      request.signal.removeEventListener("abort", leave);
      controller.close();
    },
    async cancel(reason) {
      leave();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** The changes of one agent's list, as the protocol's listening asks for them. */
class ToolChanges implements ServerEventBus {
  readonly #exchange: Exchange;
  readonly #atFirst: ToolSet;
  readonly #ending: AbortController;
  readonly #left: () => void;
  isFollowed = false;

  constructor(exchange: Exchange, atFirst: ToolSet, ending: AbortController, left: () => void) {
    this.#exchange = exchange;
    this.#atFirst = atFirst;
    this.#ending = ending;
    this.#left = left;
  }

  publish(): void {}

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.isFollowed = true;
    const stop = new AbortController();
    const tell = () => listener({ kind: "tools_list_changed" });
    void watchTools({ ...watchOf(this.#exchange), signal: stop.signal }, this.#atFirst, tell)
      .catch(this.#exchange.report)
      // The key has ended, or the client: either way there is nobody left to tell.
      .finally(() => this.#ending.abort());
    return () => {
      stop.abort();
      this.#left();
    };
  }
}

function watchOf({ gateway: { sql, feed }, key, session = DEFAULT_SESSION }: Exchange) {
  return { sql, feed, key, session };
}

/** Keys are not kept in anything that could be printed. */
function ownerDigest({ key }: Pick<McpExchange, "key">): string {
  return createHash("sha256").update(key, "utf8").digest("base64url");
}

const wishesSchema = chosenTermsSchema.extend({ disclosure: z.enum(["all", "loaded"]).optional() }).strict();

/** What stands behind the address holds for the connection; the session's name is a header, since addresses are logged. */
function readWishes(request: Request): Outcome<Pick<McpExchange, "chosen" | "disclosed" | "session">> {
  const query = readQuery(request, wishesSchema);
  if (!query.ok) return query;
  const session = sessionSchema.optional().safeParse(request.headers.get("airlock-session") ?? undefined);
  if (!session.success) return refuse("malformed_request", "Airlock-Session has 1 to 200 characters.");
  const { disclosure, ...chosen } = query.value;
  return done({ chosen, disclosed: disclosure, session: session.data });
}

/** Read strictly: what is checked and approved has to be what was sent. A list of messages ended with an earlier revision. */
async function readMessage(request: Request): Promise<Outcome<unknown>> {
  const bytes = await readBytes(request, INPUT_LIMITS.maxBytes);
  if (!bytes.ok) return bytes;
  const parsed = parseStrict(bytes.value, INPUT_LIMITS);
  if (!parsed.ok || !Array.isArray(parsed.value)) return parsed;
  return refuse("malformed_request", "One message at a time.");
}

const cancelledSchema = z.looseObject({
  method: z.literal("notifications/cancelled"),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

function cancelledIn(body: unknown): string | number | undefined {
  const read = cancelledSchema.safeParse(body);
  return read.success && isObject(body) && !Object.hasOwn(body, "id") ? read.data.params.requestId : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
