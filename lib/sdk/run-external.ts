import { AirlockError, CallFailed } from "./errors.ts";
import { isForNow, pause, type Send } from "./transport.ts";
import type { ExternalTool, Invocation, Lease } from "./types.ts";

/** Far below the lease: a missed one is made up for by the next. */
const KEEP_MS = 60_000;
/** How long a report is tried for: below the lease, so that it never competes with whoever has the call next. */
const REPORT_MS = 240_000;
const REPORT_PAUSE_MS = 250;
/** What a tool says when it fails is cut here: a report that is refused for its length would say nothing. */
const ERROR_MAX = 4_000;

/** What the tool did, as it is reported: said once, and the same words however often they have to be sent. */
type Result =
  | { readonly status: "completed"; readonly output: unknown }
  | { readonly status: "failed"; readonly error: string };

/**
 * Runs a call that was handed over, keeps its lease while it runs, and reports how it ended. When calls are stopped, or the call is somebody
 * else's by now, the tool is told to end. A result that cannot be reported is nobody's to make up: the call is left to its lease, and
 * never said to have failed.
 */
export async function runExternal(
  send: Send,
  { id, tool, lease }: Invocation & { readonly lease: Lease },
  run: ExternalTool,
  runner: string,
): Promise<Invocation> {
  const over = new AbortController();
  const stop = new AbortController();
  void keepLease(send, id, runner, lease.fence, over.signal, stop);
  try {
    const result = await resultOf(run, { id, tool, lease }, stop.signal);
    return await report(send, id, { runner, fence: lease.fence, ...result });
  } catch (error) {
    const [code, words] = error instanceof AirlockError ? [error.code, error.message] : ["not_reported", String(error)];
    throw new CallFailed(id, "unknown", code, `${tool} ran, and its result was not taken: ${words}`);
  } finally {
    over.abort();
  }
}

async function resultOf(
  run: ExternalTool,
  { id, tool, lease }: { id: string; tool: string; lease: Lease },
  signal: AbortSignal,
): Promise<Result> {
  try {
    const output = await run(lease.input, { id, idempotencyKey: lease.idempotencyKey, signal });
    return { status: "completed", output: output ?? null };
  } catch (error) {
    const words = error instanceof Error ? error.message : `${tool} failed.`;
    return { status: "failed", error: words.slice(0, ERROR_MAX).toWellFormed() };
  }
}

async function report(send: Send, id: string, body: object): Promise<Invocation> {
  const since = Date.now();
  for (let wait = REPORT_PAUSE_MS; ; wait *= 2) {
    try {
      return await send<Invocation>(`/invocations/${id}/complete`, { method: "POST", body });
    } catch (error) {
      if (!(error instanceof AirlockError && mayPass(error)) || Date.now() + wait - since > REPORT_MS) throw error;
    }
    await pause(wait);
  }
}

/** Whether the same report may be taken later: nobody answered, or something is wrong over there. */
function mayPass(error: AirlockError): boolean {
  return error.code === "unreachable" || error.status >= 500 || isForNow(error);
}

async function keepLease(
  send: Send,
  id: string,
  runner: string,
  fence: number,
  over: AbortSignal,
  stop: AbortController,
): Promise<void> {
  for (;;) {
    await pause(KEEP_MS, over).catch(() => {});
    if (over.aborted) return;
    const view = await send<Invocation>(`/invocations/${id}?runner=${runner}`, { signal: over }).catch(() => undefined);
    if (view && (view.lease?.fence !== fence || view.lease.stop)) stop.abort();
  }
}
