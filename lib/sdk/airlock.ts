/**
 * The client of the agents' door. It needs `fetch`, streams and `crypto.randomUUID` and nothing else, so that it runs in Node, Bun, Deno and,
 * behind a proxy that holds the key, in browsers.
 */
import { type Settled, settleAll } from "./call-all.ts";
import { AirlockError, CallFailed, ToolDenied } from "./errors.ts";
import { type EventOptions, followEvents } from "./events.ts";
import { runExternal } from "./run-external.ts";
import { createSend, pause, type Send } from "./transport.ts";
import type {
  AirlockEvent,
  AirlockOptions,
  Answer,
  CallOptions,
  ExternalTool,
  Invocation,
  TaskOutcome,
} from "./types.ts";
import { type ExecutableTool, type OpenAiTool, type WrappedOpenAi, wrapExecutable, wrapOpenAi } from "./wrap.ts";

/** Under the minute after which proxies on the way give up; repeated for as long as it takes. */
const WAIT_SECONDS = 50;
/** Far less than was asked to wait for. */
const AT_ONCE_MS = 500;
const RETRIES = 8;
const MAX_CONCURRENCY = 8;

export interface PlannedCall extends CallOptions {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export class Airlock {
  readonly #options: AirlockOptions;
  readonly #address: { readonly url: string; readonly key: string };
  readonly #send: Send;
  readonly #fetch: typeof fetch;

  constructor(options: AirlockOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
    const { url, key, retries = RETRIES } = options;
    // Both usually come out of the environment, where a misspelt name gives nothing.
    if (!url) throw new TypeError("There is no url: give the gateway's address, such as http://localhost:3001.");
    if (key === undefined) throw new TypeError("There is no key: give the agent's key, which begins with alk_live_.");
    this.#address = { url, key };
    this.#send = createSend({ url, key, fetch: this.#fetch, retries });
  }

  /** Asks for a call, waits as long as it takes, and gives the cleaned output. */
  async call<Output = unknown>(
    tool: string,
    input: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<Output> {
    const asked = await this.ask(tool, input, options);
    options.onAsked?.(asked);
    return this.#finish<Output>(asked, input, options.signal);
  }

  /** Takes up a call again that was asked for before, in this process or an earlier one. */
  async resume<Output = unknown>(id: string, options: Pick<CallOptions, "signal"> = {}): Promise<Output> {
    return this.#finish<Output>(await this.read(id), {}, options.signal);
  }

  /** Asks and does not wait. */
  async ask(tool: string, input: Record<string, unknown>, options: CallOptions = {}): Promise<Invocation> {
    const { sessionId = this.#options.sessionId, taskId = this.#options.taskId, requestId, justification } = options;
    const { idempotencyKey = crypto.randomUUID(), signal } = options;
    const body = { tool, input, idempotencyKey, sessionId, taskId, requestId, justification };
    try {
      return await this.#send<Invocation>("/invocations", { method: "POST", body, signal });
    } catch (error) {
      throw this.#denied(tool, input, error);
    }
  }

  read(id: string): Promise<Invocation> {
    return this.#send(pathOf(id));
  }

  cancel(id: string): Promise<Invocation> {
    return this.#send(`${pathOf(id)}/cancel`, { method: "POST" });
  }

  /** The agent's own calls, newest first, page after page. */
  async *list(
    filter: { status?: string; sessionId?: string; taskId?: string } = {},
  ): AsyncGenerator<Invocation, void, void> {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ ...filter, ...(cursor ? { cursor } : {}) });
      const page = await this.#send<{ invocations: Invocation[]; nextCursor?: string }>(`/invocations?${query}`);
      yield* page.invocations;
      cursor = page.nextCursor;
    } while (cursor);
  }

  /** Several calls, so many at once. Ends come in order; what concerns them all is thrown after the last has settled. */
  callAll(calls: readonly PlannedCall[], { maxConcurrency = MAX_CONCURRENCY } = {}): Promise<Settled<unknown>[]> {
    return settleAll(
      calls.map(
        ({ tool, input, ...options }) =>
          () =>
            this.call(tool, input, options),
      ),
      maxConcurrency,
    );
  }

  /** Puts Airlock in front of tools as the Vercel AI SDK, or as OpenAI, describes them. */
  wrap<Tool extends OpenAiTool>(tools: readonly Tool[]): WrappedOpenAi<Tool>;
  wrap<Tools extends Record<string, ExecutableTool>>(tools: Tools): Tools;
  wrap(tools: readonly OpenAiTool[] | Record<string, ExecutableTool>): unknown {
    const call = (tool: string, input: Record<string, unknown>, options?: CallOptions) =>
      this.call(tool, input, options);
    return Array.isArray(tools)
      ? wrapOpenAi(tools as readonly OpenAiTool[], call)
      : wrapExecutable(tools as Record<string, ExecutableTool>, call);
  }

  /** What happens to the agent's calls, for ever; `after` is the id of the last event that was dealt with. */
  events(options: EventOptions = {}): AsyncGenerator<AirlockEvent, void, void> {
    return followEvents({ ...this.#address, fetch: this.#fetch, ...options });
  }

  reportOutcome(taskId: string, outcome: TaskOutcome): Promise<unknown> {
    return this.#send(`/tasks/${encodeURIComponent(taskId)}/outcome`, { method: "POST", body: outcome });
  }

  endSession(sessionId: string): Promise<unknown> {
    return this.#send(`/sessions/${encodeURIComponent(sessionId)}/end`, { method: "POST" });
  }

  /** Asks whether a team may start, and waits for the answer. */
  teamRun(
    run: { name: string; plan: Record<string, unknown>; people?: 1 | 2; idempotencyKey?: string },
    options: Pick<CallOptions, "signal"> = {},
  ): Promise<Answer> {
    return this.#question("/team-runs", { idempotencyKey: crypto.randomUUID(), ...run }, options.signal);
  }

  /** Asks about something that no tool of Airlock's does, and waits for the answer. A denial is thrown. */
  async action(
    actionType: string,
    payload: Record<string, unknown>,
    options: Omit<CallOptions, "onAsked" | "requestId"> = {},
  ): Promise<Answer> {
    const { signal, idempotencyKey = crypto.randomUUID(), ...rest } = options;
    try {
      return await this.#question("/actions", { actionType, payload, idempotencyKey, ...rest }, signal);
    } catch (error) {
      throw this.#denied(actionType, payload, error);
    }
  }

  async #question(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    let answer = await this.#send<Answer>(path, { method: "POST", body, signal });
    while (answer.status === "pending") {
      answer = await this.#wait<Answer>(`${path}/${answer.id}?waitSeconds=${WAIT_SECONDS}`, signal);
    }
    return answer;
  }

  /** Waits at the gateway; where too many wait there already, it is answered at once and the waiting is done here. */
  async #wait<T extends { readonly lease?: unknown; readonly retryAfter?: number }>(
    path: string,
    signal?: AbortSignal,
  ): Promise<T> {
    const since = Date.now();
    const answer = await this.#send<T>(path, { signal });
    const { lease, retryAfter } = answer;
    if (retryAfter !== undefined && !lease && Date.now() - since < AT_ONCE_MS) await pause(retryAfter * 1_000, signal);
    return answer;
  }

  async #finish<Output>(from: Invocation, input: Record<string, unknown>, signal?: AbortSignal): Promise<Output> {
    let view = from;
    // One for each wait, not for each process: whoever waits for the same call twice, or again, is never handed it twice.
    const runner = crypto.randomUUID();
    for (;;) {
      if (view.status === "completed") return view.output as Output;
      if (view.status === "rejected") {
        throw this.#denied(view.tool, input, refused(view, "rejected", "A person said no."));
      }
      if (view.status !== "pending" && view.status !== "running") {
        throw new CallFailed(
          view.id,
          view.status,
          view.errorCode ?? view.status,
          view.reason ?? `The call is ${view.status}.`,
        );
      }
      view = await this.#goOn(view, runner, signal);
    }
  }

  /** Waits for the next that is known of it, or does what is this process' own to do. What it cannot run it does not take. */
  async #goOn(view: Invocation, runner: string, signal?: AbortSignal): Promise<Invocation> {
    const { external, lease, tool } = view;
    const run: ExternalTool | undefined = this.#options.external?.[tool];
    if (lease && run) return runExternal(this.#send, { ...view, lease }, run, runner);
    if (external && !run && view.status === "running") {
      const words = `${tool} is external: name the function that runs it in 'external' when you make the client.`;
      throw new AirlockError("external_tool_missing", words, 0, { id: view.id });
    }
    const taking = external && run ? `&runner=${runner}` : "";
    try {
      return await this.#wait<Invocation>(`${pathOf(view.id)}?waitSeconds=${WAIT_SECONDS}${taking}`, signal);
    } catch (error) {
      throw this.#denied(tool, {}, error);
    }
  }

  /** What a denied call is thrown as, told to whoever listens for it. */
  #denied(tool: string, input: Record<string, unknown>, error: unknown): unknown {
    if (!(error instanceof AirlockError) || !isDenial(error)) return error;
    const { code, message, status, details } = error;
    const id = typeof details.id === "string" ? { id: details.id } : {};
    this.#options.onToolDenied?.({ tool, input, code, message, ...id });
    return new ToolDenied(tool, code, message, status, details);
  }
}

/** An id may come from a model, or from a file: whatever it says, it names a call and leads nowhere else. */
function pathOf(id: string): string {
  return `/invocations/${encodeURIComponent(id)}`;
}

const DENIALS = new Set([
  "access_refused",
  "path_refused",
  "host_refused",
  "hook_refused",
  "rule_refused",
  "constraint_refused",
  "budget_refused",
  "refused_by_cap",
  "rejected",
]);

function isDenial({ code, details }: AirlockError): boolean {
  return DENIALS.has(code) || details.status === "denied";
}

function refused({ id, status, reason }: Invocation, code: string, words: string): AirlockError {
  return new AirlockError(code, reason ?? words, 200, { id, status });
}
