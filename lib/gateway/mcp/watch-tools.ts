import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import type { ChangeFeed } from "#db/change-feed.ts";
import { attempt } from "#lib/errors/attempt.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** A hint names nothing and may be lost: so many changes are one look, and there is a look without one. */
const LOOK_AFTER_MS = 500;
const LOOK_AGAIN_MS = 15_000;

export interface Watch {
  readonly sql: Sql;
  readonly feed: ChangeFeed;
  readonly key: string;
  readonly session: string;
  readonly signal: AbortSignal;
}

/** What there is now, to be compared with later. Read before a listener hears that it is heard, so that nothing falls between. */
export type ToolSet = Outcome<string | undefined>;

/** Calls `changed` whenever the tools change that an agent may use or has loaded. Ends with the signal, or with the key. */
export async function watchTools(watch: Watch, atFirst: ToolSet, changed: () => void): Promise<void> {
  const { feed, signal } = watch;
  let before = atFirst;
  while (!signal.aborted && (before.ok || before.code !== "bad_agent_key")) {
    await feed.next(LOOK_AGAIN_MS, signal);
    await pause(LOOK_AFTER_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const now = await readToolSet(watch);
    if (now.ok && before.ok && now.value !== before.value) changed();
    if (now.ok || now.code === "bad_agent_key") before = now;
  }
}

export async function readToolSet({ sql, key, session }: Omit<Watch, "signal">): Promise<ToolSet> {
  const found = await attempt(
    () => sql<{ tools: string }[]>`select agents.fn_tool_set_of_agent(${key}, ${session}) as tools`,
  );
  return found.ok ? { ok: true, value: found.value[0]?.tools } : found;
}
