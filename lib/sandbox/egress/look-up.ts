import type { Resolve } from "./decide-connection.ts";
import { inTurn } from "./in-turn.ts";
import { LOOKUPS_AT_ONCE } from "./limits.ts";

/**
 * Names are looked up by the machine's own resolver, which takes a thread of this process for each, for as long as the name's server
 * is silent: many seconds. libuv gives half of its threads to that and lets all other names wait behind them, the database's too.
 * So everything that is looked up in a tool's name goes through here: a few at once for the whole process, fewer than those
 * threads, and few of one call, so that a call whose names are never answered waits for itself.
 */
const lookUp = inTurn((ask: () => ReturnType<Resolve>) => ask(), LOOKUPS_AT_ONCE);

/** The lookups of one call. Those that wait when it is over are never made. */
export function lookupsOf(resolve: Resolve, atOnce: number, signal: AbortSignal): Resolve {
  const own = inTurn((name: string) => lookUp(() => resolve(name), signal), atOnce);
  return (name) => own(name, signal);
}
