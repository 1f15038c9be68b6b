import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { EventSplitter } from "#lib/registry/mcp/event-stream.ts";

/**
 * Carries messages between a client that speaks over standard streams and the gateway's endpoint. It understands as much of them as it
 * takes to address them, adds the key, and keeps nothing: the gateway can be restarted under it.
 */
export interface RelayOptions {
  readonly url: URL;
  readonly key: string;
  /** Names this client among those of the same key. */
  readonly session: string;
  readonly fetch: typeof fetch;
  /** One message to the client. */
  write(line: string): void;
}

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
/** How long a gateway may be away before a client hears of it: about as long as a restart takes. */
const AWAY_MS = 20_000;
const AGAIN_MS = 250;
/** A gateway that is stopped ends its streams in good order; whether the call was asked for is not known here. */
const BROKEN_OFF =
  "The gateway ended before it answered. A call may have been asked for: with an airlock/idempotencyKey it is safe to ask again.";

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

const heardSchema = z.looseObject({ id: z.unknown().optional(), method: z.unknown().optional() });

export class Relay {
  readonly #options: RelayOptions;
  readonly #ending = new AbortController();
  readonly #open = new Map<string | number, AbortController>();
  /** What a client that says no more may still hear of. */
  readonly #unanswered = new Set<Promise<void>>();
  /** What an earlier revision's handshake agreed on; later ones say it in every message. */
  #version: string | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** One line of the client's. Resolves when whatever the gateway had to say to it was passed on. */
  async receive(line: string): Promise<void> {
    const read = messageSchema.safeParse(parse(line));
    if (!read.success) return this.#refuse(undefined, -32700, "That is no message.");
    const answering = this.#answer(line, read.data);
    // A subscription has no answer to wait for: it ends when its client does.
    if (read.data.method !== "subscriptions/listen") this.#unanswered.add(answering);
    await answering.finally(() => this.#unanswered.delete(answering));
  }

  /**
   * The client has said its last word. What it asked before is still answered, for a while: a script that writes its requests
   * and closes would otherwise hear nothing of calls that were asked for. Then everything is hung up.
   */
  async finish(withinMs: number): Promise<void> {
    const late = pause(withinMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#unanswered), late]);
    this.#ending.abort();
  }

  async #answer(line: string, message: Message): Promise<void> {
    const { id, method } = message;
    if (method === "notifications/cancelled" && !this.#version) return this.#giveUp(message);
    const giving = new AbortController();
    if (id !== undefined) this.#open.set(id, giving);
    try {
      await this.#send(line, message, AbortSignal.any([giving.signal, this.#ending.signal]));
    } catch (error) {
      if (!giving.signal.aborted && !this.#ending.signal.aborted) this.#refuse(id, -32603, reasonOf(error));
    } finally {
      if (id !== undefined) this.#open.delete(id);
    }
    if (method === "notifications/initialized") void this.#follow();
  }

  /** In the current revision a request is given up by hanging up. */
  #giveUp({ params }: Message): void {
    const id = z.union([z.string(), z.number()]).safeParse(params?.requestId);
    if (id.success) this.#open.get(id.data)?.abort();
  }

  async #send(line: string, message: Message, signal: AbortSignal): Promise<void> {
    const until = Date.now() + AWAY_MS;
    for (;;) {
      try {
        const answer = await this.#request("POST", signal, headersOf(message, this.#version), line);
        return await this.#pass(answer, message);
      } catch (error) {
        // Nobody was there, so nothing was asked: only then is it safe to ask again.
        if (!isRefused(error) || signal.aborted || Date.now() > until) throw error;
        await pause(AGAIN_MS, undefined, { signal });
      }
    }
  }

  async #pass(answer: Response, { id, method }: Message): Promise<void> {
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) {
      const answered = await this.#passStream(answer, { id, method });
      if (id !== undefined && !answered) this.#refuse(id, -32603, BROKEN_OFF);
      return;
    }
    const text = await answer.text();
    if (text === "") return answer.ok ? undefined : this.#refuse(id, -32603, `The gateway answered ${answer.status}.`);
    const said = z.looseObject({ error: z.looseObject({}).optional() }).safeParse(parse(text));
    if (!said.success)
      return this.#refuse(id, -32603, `The gateway answered ${answer.status}, and not as one of ours does.`);
    // An answer that was given before the message was read names no request; here it is known which one it was.
    if (id !== undefined && said.data.id === null) return this.#write({ ...said.data, id });
    if (said.data.jsonrpc !== "2.0") return this.#refuse(id, -32600, wordsOf(said.data.error, answer.status));
    this.#heard(method, said.data);
    this.#write(said.data);
  }

  /** Says whether the request's own answer was among what came. */
  async #passStream(answer: Response, { id, method }: Message): Promise<boolean> {
    let answered = false;
    const splitter = new EventSplitter((data) => {
      const said = heardSchema.safeParse(parse(Buffer.from(data).toString("utf8")));
      // A sign of life, or nothing of ours: standard streams carry messages alone.
      if (!said.success) return;
      answered ||= id !== undefined && said.data.id === id && said.data.method === undefined;
      this.#heard(method, said.data);
      this.#write(said.data);
    });
    for await (const chunk of answer.body ?? []) splitter.push(chunk);
    return answered;
  }

  /** What the gateway says by itself, to a client of the earlier revisions; taken up again when it breaks off. */
  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const answer = await this.#request("GET", signal, versionHeader(this.#version)).catch(() => undefined);
      if (answer && !answer.ok && answer.status < 500 && answer.status !== 429) return;
      if (answer?.ok) await this.#passStream(answer, {}).catch(() => {});
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }

  #request(method: string, signal: AbortSignal, headers: Record<string, string>, body?: string): Promise<Response> {
    const { url, key, session, fetch: send } = this.#options;
    return send(url, {
      method,
      signal,
      // The key is for this address and no other.
      redirect: "error",
      headers: {
        ...headers,
        Authorization: `Bearer ${key}`,
        "Airlock-Session": session,
        Accept: method === "GET" ? "text/event-stream" : "application/json, text/event-stream",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  #heard(method: string | undefined, said: unknown): void {
    if (method !== "initialize") return;
    const read = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) }).safeParse(said);
    if (read.success) this.#version = read.data.result.protocolVersion;
  }

  #refuse(id: string | number | undefined, code: number, message: string): void {
    this.#write({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });
  }

  #write(message: unknown): void {
    this.#options.write(JSON.stringify(message));
  }
}

function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION_KEY];
  if (typeof version !== "string" || method === undefined) return versionHeader(agreed);
  const name = params?.name ?? params?.uri ?? params?.taskId;
  return {
    ...versionHeader(version),
    "Mcp-Method": method,
    ...(typeof name === "string" && /^[\x21-\x7e]+$/.test(name) ? { "Mcp-Name": name } : {}),
  };
}

function versionHeader(version: string | undefined): Record<string, string> {
  return version === undefined || !/^[\w.-]{1,40}$/.test(version) ? {} : { "MCP-Protocol-Version": version };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const causeSchema = z.looseObject({ cause: z.looseObject({ code: z.string() }) });

function isRefused(error: unknown): boolean {
  const read = causeSchema.safeParse(error);
  return read.success && read.data.cause.code === "ECONNREFUSED";
}

function reasonOf(error: unknown): string {
  const read = causeSchema.safeParse(error);
  return `The gateway cannot be reached${read.success ? ` (${read.data.cause.code})` : ""}.`;
}

function wordsOf(error: Record<string, unknown> | undefined, status: number): string {
  const { code, message } = error ?? {};
  return typeof message === "string" ? `${String(code)}: ${message}` : `The gateway answered ${status}.`;
}
