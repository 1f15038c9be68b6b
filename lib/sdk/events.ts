import { AirlockError } from "./errors.ts";
import { pause } from "./transport.ts";
import type { AirlockEvent } from "./types.ts";

interface Following extends EventOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

export interface EventOptions {
  /** The id of the last event that was dealt with; without it, from now on. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the stream stands, and again whenever it stands anew: what happens from then on is in it. */
  readonly onReady?: (() => void) | undefined;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** The agent's events, for ever: a lost connection is taken up where it broke off, so each event comes once and none is missed. */
export async function* followEvents({
  url,
  key,
  fetch,
  after,
  signal,
  onReady,
}: Following): AsyncGenerator<AirlockEvent, void, void> {
  let last = after;
  let waitMs = FIRST_PAUSE_MS;
  while (!signal?.aborted) {
    try {
      const response = await fetch(`${url.replace(/\/+$/, "")}/api/v1/events`, {
        headers: {
          Authorization: `Bearer ${key}`,
          Accept: "text/event-stream",
          ...(last === undefined ? {} : { "Last-Event-ID": last }),
        },
        ...(signal ? { signal } : {}),
      });
      if (!response.ok || !response.body) await refuse(response);
      else {
        for await (const message of messages(response.body)) {
          if (message.event === "error") throw toError(message.data, 401);
          if (message.id !== undefined) last = message.id;
          waitMs = FIRST_PAUSE_MS;
          if (message.event === "ready") onReady?.();
          else if (message.data) yield JSON.parse(message.data) as AirlockEvent;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof AirlockError && error.status >= 400 && error.status < 500 && error.status !== 429)
        throw error;
    }
    await pause(waitMs, signal).catch(() => {});
    waitMs = Math.min(LONGEST_PAUSE_MS, waitMs * 2);
  }
}

async function refuse(response: Response): Promise<never> {
  throw toError(await response.text(), response.status);
}

function toError(text: string, status: number): AirlockError {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return new AirlockError(error.code, error.message, status);
  } catch {
    return new AirlockError("no_answer", `The gateway answered ${status}.`, status);
  }
}

interface Message {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The lines of a stream as messages; one that broke off is none, and comes again. */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const fields = part
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const);
        const of = (name: string) => fields.find(([field]) => field === name)?.[1];
        const data = of("data");
        if (data !== undefined) yield { id: of("id"), event: of("event") ?? "message", data };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
