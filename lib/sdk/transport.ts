import { AirlockError } from "./errors.ts";

interface Transport {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly retries: number;
}

export interface Sending {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export type Send = <T>(path: string, sending?: Sending) => Promise<T>;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Sends a request, and sends it again when no answer came or the answer was "not now". A second one has no second effect: it only reads, brings
 * an idempotency key, or says what the gateway has been told already (that a call is given up or how it ended, how a task ended, that a
 * session is over). What is said twice may be on record twice: a cancellation, a session's end.
 */
export function createSend({ url, key, fetch, retries }: Transport): Send {
  const base = `${url.replace(/\/+$/, "")}/api/v1`;
  return async <T>(path: string, { method = "GET", body, signal }: Sending = {}): Promise<T> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let tried = 0; ; tried += 1) {
      let response: Response | undefined;
      try {
        response = await fetch(`${base}${path}`, {
          method,
          // Arguments go to this gateway, and only its word on them counts.
          redirect: "error",
          headers: {
            Authorization: `Bearer ${key}`,
            ...(text === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(text === undefined ? {} : { body: text }),
          ...(signal ? { signal } : {}),
        });
        if (response.ok) return (await response.json()) as T;
      } catch (error) {
        signal?.throwIfAborted();
        if (tried >= retries)
          throw new AirlockError("unreachable", `The gateway does not answer: ${wordsOf(error)}`, 0);
      }
      const refusal = response && !response.ok ? await refusalOf(response) : undefined;
      if (refusal && (!isForNow(refusal) || tried >= retries)) throw refusal;
      await pause(waitFor(response, tried), signal);
    }
  };
}

async function refusalOf(response: Response): Promise<AirlockError> {
  const answer = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; details?: Record<string, unknown> } }
    | undefined;
  const { code = "no_answer", message = `The gateway answered ${response.status}.`, details } = answer?.error ?? {};
  return new AirlockError(code, message, response.status, details);
}

/** What passes by itself. A budget or a full inbox does not within a retry's time, and a kill switch is a person's. */
export function isForNow({ code, status }: AirlockError): boolean {
  return (
    code === "rate_limited" ||
    code === "busy" ||
    code === "database_unavailable" ||
    code === "no_answer" ||
    status === 502 ||
    status === 504
  );
}

function waitFor(response: Response | undefined, tried: number): number {
  const told = Number(response?.headers.get("retry-after") ?? "");
  const longer = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried);
  // Not all at once: many clients that lost the same gateway come back spread out.
  return Math.max(Number.isFinite(told) ? told * 1_000 : 0, longer * (0.5 + Math.random() / 2));
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    };
    const timer = setTimeout(() => {
      done();
      resolve();
    }, ms);
    const leave = () => {
      done();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave);
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
