import { isFatal } from "./errors.ts";
import { pause, type Send } from "./transport.ts";
import type { ExternalTool, Invocation, Lease } from "./types.ts";

/** Far below the lease: a missed one is made up for by the next. */
const KEEP_MS = 60_000;

/**
 * Runs a call that was handed over, keeps its lease while it runs, and reports how it ended. When calls are stopped, or the call is somebody
 * else's by now, the tool is told to end.
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
  const report = (result: object) =>
    send<Invocation>(`/invocations/${id}/complete`, { method: "POST", body: { fence: lease.fence, ...result } });
  try {
    const output = await run(lease.input, { id, idempotencyKey: lease.idempotencyKey, signal: stop.signal });
    return await report({ status: "completed", output: output ?? null });
  } catch (error) {
    if (isFatal(error) && (error as { code?: unknown }).code !== undefined) throw error;
    return await report({ status: "failed", error: error instanceof Error ? error.message : `${tool} failed.` });
  } finally {
    over.abort();
  }
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
