import { setTimeout as sleep } from "node:timers/promises";
import type { Supervised } from "./supervise.ts";

const POLL_MS = 50;
/** A child that dies this often before it has answered once is not going to. */
const DEATHS_TO_GIVE_UP = 3;

/** Whether a web process serves its health page: only then is it worth showing to anybody. */
export async function isServing(host: string, port: number): Promise<boolean> {
  try {
    const address = host.includes(":") ? `[${host}]` : host;
    const response = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

interface Wait {
  readonly isUseful: () => Promise<boolean> | boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Waits until a child is of use. Gives false when it keeps dying or the time is over: its log says why. */
export async function waitUntil(child: Supervised, { isUseful, signal, timeoutMs = 60_000 }: Wait): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) {
    signal.throwIfAborted();
    if (await isUseful()) return true;
    if (child.deaths >= DEATHS_TO_GIVE_UP) return false;
  }
  return false;
}
