import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { type Refusal, refuse } from "#lib/errors/outcome.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { type Member, membersOf } from "./json-slices.ts";

/**
 * Stands between the bytes of a server and the client library. What tools a server lists and what a call returned is
 * kept as raw bytes for our own strict readers, and the library is handed an empty stand-in: it negotiates, numbers and
 * matches messages, and never sees a hostile list. Everything else is read strictly here, once.
 *
 * Lines that are no messages are passed over, for many a server greets on its standard output; an answer to a question
 * that was never asked ends the conversation.
 */
export class Wire {
  readonly #asked = new Map<string, string>();
  readonly #kept = new Map<string, Uint8Array>();
  readonly #onFailure: () => void;
  #failure: Refusal | null = null;
  #listChanged = false;
  #awaitsInput = false;

  constructor(onFailure: () => void) {
    this.#onFailure = onFailure;
  }

  /** Why the conversation cannot go on. */
  get failure(): Refusal | null {
    return this.#failure;
  }

  /** The server said that its list is no longer what it gave us last. Many announce one while they start: that is none. */
  get listChanged(): boolean {
    return this.#listChanged;
  }

  /** The server answered a call by asking for something: a person's words, a model's, a folder. */
  get awaitsInput(): boolean {
    return this.#awaitsInput;
  }

  sent(message: JSONRPCMessage): void {
    if (!("method" in message) || !("id" in message)) return;
    this.#asked.set(idText(message.id), message.method);
    if (message.method === "tools/list") this.#listChanged = false;
  }

  /** One message of the server for the library, or nothing where there is none for it. */
  received(bytes: Uint8Array): JSONRPCMessage | null {
    if (this.#failure) return null;
    const members = membersOf(bytes);
    if (!members) return null;
    const parts = byName(members);
    if (!parts) return this.#fail("It sent a message with a key given twice.");
    if (parts.has("method")) return this.#fromServer(bytes);
    const id = idText(readSmall(parts.get("id")));
    const method = this.#asked.get(id);
    if (method === undefined) return this.#fail("It answered a question that was not asked.");
    this.#asked.delete(id);
    const result = parts.get("result");
    return result && KEPT.has(method) ? this.#standIn(method, parts, result) : this.#answer(method, bytes);
  }

  /** The way on which this was to be answered is at its end. */
  ended(id: unknown): void {
    if (this.#asked.has(idText(id))) this.#fail("It broke off before it had answered.");
  }

  /** The raw result of the last request of this kind. */
  resultOf(method: "tools/list" | "tools/call"): Uint8Array | undefined {
    return this.#kept.get(method);
  }

  #fromServer(bytes: Uint8Array): JSONRPCMessage | null {
    const message = parseStrict(bytes, MESSAGE_LIMITS);
    if (!message.ok) return null;
    const spoken = message.value as JSONRPCMessage;
    if ("method" in spoken && spoken.method === "notifications/tools/list_changed") this.#listChanged = true;
    return spoken;
  }

  #answer(method: string, bytes: Uint8Array): JSONRPCMessage | null {
    const message = parseStrict(bytes, MESSAGE_LIMITS);
    if (!message.ok) return this.#fail(`Its answer to ${method} cannot be read: ${message.message}`);
    return message.value as JSONRPCMessage;
  }

  #standIn(method: string, parts: ReadonlyMap<string, Uint8Array>, result: Uint8Array): JSONRPCMessage | null {
    const members = membersOf(result);
    const named = members && byName(members);
    if (!named) return this.#fail(`Its answer to ${method} is not one object.`);
    this.#kept.set(method, result);
    // The few plain values that the protocol itself needs: which kind of result, where the next page is.
    const plain = [...named].flatMap(([name, value]) => {
      const read = readSmall(value);
      return read === undefined || typeof read === "object" ? [] : [[name, read] as const];
    });
    const stand: Record<string, unknown> = { ...Object.fromEntries(plain), [KEPT.get(method) ?? ""]: [] };
    if (stand.resultType === "input_required") this.#awaitsInput = true;
    return { jsonrpc: "2.0", id: readSmall(parts.get("id")) as string | number, result: stand };
  }

  #fail(words: string): null {
    this.#failure ??= refuse("mcp_server_failed", words);
    this.#onFailure();
    return null;
  }
}

/** Requests whose results the library does not get, and the list that it expects in them. */
const KEPT = new Map([
  ["tools/list", "tools"],
  ["tools/call", "content"],
]);

/** Of everything that is neither a list nor a result. */
const MESSAGE_LIMITS = { maxBytes: 262_144, maxDepth: 32 };
const SMALL_LIMITS = { maxBytes: 4096, maxDepth: 1 };

/** Parts by their names; nothing where a name cannot be read or is given twice. */
export function byName(members: readonly Member[]): Map<string, Uint8Array> | null {
  const named = new Map<string, Uint8Array>();
  for (const { key, value } of members) {
    const name = parseStrict(key, MESSAGE_LIMITS);
    if (!name.ok || typeof name.value !== "string" || named.has(name.value)) return null;
    named.set(name.value, value);
  }
  return named;
}

function readSmall(bytes: Uint8Array | undefined): unknown {
  const read = bytes && parseStrict(bytes, SMALL_LIMITS);
  return read?.ok ? read.value : undefined;
}

/** 1 and "1" are two ids. */
function idText(id: unknown): string {
  return JSON.stringify(id) ?? "";
}
