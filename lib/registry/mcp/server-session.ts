import { type CallToolRequest, type Client, type ListToolsRequest, ProtocolError } from "@modelcontextprotocol/client";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { itemsOf, membersOf } from "./json-slices.ts";
import { byName, type Wire } from "./wire.ts";

/** Caps, never cuts: a list that is longer is refused whole, for what is left out could not be reviewed. */
export const TOOLS_MAX = 2_000;
const PAGES_MAX = 64;
const CURSOR_BYTES_MAX = 4096;
const WORDS_MAX = 1_000;

/** The conversation cannot go on; why is known to the connection. Whatever else is thrown in a visit is our own fault. */
export class ConversationBroken extends Error {}

/** A negotiated conversation with a server. */
export class ServerSession {
  readonly #client: Client;
  readonly #wire: Wire;
  readonly #timeoutMs: number;

  constructor(client: Client, wire: Wire, timeoutMs: number) {
    this.#client = client;
    this.#wire = wire;
    this.#timeoutMs = timeoutMs;
  }

  get instructions(): string | null {
    return this.#client.getInstructions() ?? null;
  }

  get protocol(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? "unknown";
  }

  /** Every tool of every page, each as the bytes that the server sent. */
  async listTools(): Promise<Outcome<Uint8Array[]>> {
    const tools: Uint8Array[] = [];
    const cursors = new Set<string>();
    if (!this.#client.getServerCapabilities()?.tools) return done(tools);
    for (let cursor: string | undefined; ; ) {
      await this.#ask({ method: "tools/list", params: cursor === undefined ? {} : { cursor } });
      const page = readPage(this.#wire.resultOf("tools/list"));
      if (!page.ok) return page;
      tools.push(...page.value.tools);
      if (tools.length > TOOLS_MAX) return refuse("mcp_listing_refused", `It has more than ${TOOLS_MAX} tools.`);
      cursor = page.value.next;
      if (cursor === undefined) return done(tools);
      if (cursors.has(cursor) || cursors.size >= PAGES_MAX) {
        return refuse("mcp_listing_refused", "Its pages do not come to an end.");
      }
      cursors.add(cursor);
    }
  }

  /** The result as the bytes that the server sent. An error of the protocol is the tool's failure. */
  async callTool(name: string, input: Record<string, unknown>): Promise<Outcome<Uint8Array>> {
    try {
      await this.#ask({ method: "tools/call", params: { name, arguments: input } });
    } catch (error) {
      if (this.#wire.awaitsInput) {
        return refuse("tool_failed", "The server asked for input in the middle of the call; it is given none.");
      }
      if (error instanceof ProtocolError) return refuse("tool_failed", wordsOf(error));
      throw error;
    }
    const result = this.#wire.resultOf("tools/call");
    return result ? done(result) : refuse("mcp_server_failed", "The server gave no result.");
  }

  async #ask(request: ListToolsRequest | CallToolRequest): Promise<void> {
    try {
      await this.#client.request(request, { timeout: this.#timeoutMs });
    } catch (error) {
      throw error instanceof ProtocolError ? error : new ConversationBroken("broken", { cause: error });
    }
  }
}

interface Page {
  readonly tools: readonly Uint8Array[];
  readonly next?: string;
}

function readPage(raw: Uint8Array | undefined): Outcome<Page> {
  const members = raw && membersOf(raw);
  const parts = members && byName(members);
  const tools = itemsOf(parts?.get("tools") ?? new Uint8Array());
  if (!tools) return refuse("mcp_listing_refused", "Its list of tools is not one list.");
  const given = parts?.get("nextCursor");
  const cursor = given && parseStrict(given, { maxBytes: CURSOR_BYTES_MAX, maxDepth: 0 });
  if (cursor === undefined) return done({ tools });
  if (!cursor.ok || typeof cursor.value !== "string") {
    return refuse("mcp_listing_refused", "It does not say how its next page is asked for.");
  }
  return done({ tools, next: cursor.value });
}

/** A server's error is a stranger's text, like any output. Of one that goes on for megabytes the beginning is enough. */
export function wordsOf(error: ProtocolError): string {
  return clean(headOf(error.message, 2 * WORDS_MAX), { content: "prose", maxLength: WORDS_MAX }).cleaned;
}
