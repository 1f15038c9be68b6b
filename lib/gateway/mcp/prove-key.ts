import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Under the second within which a revoked key has to be refused. */
const HOLDS_MS = 500;
const MOST_KEPT = 1_000;

/**
 * Whether a key opens this door at all, so that one that does not is answered 401 before anything else. What was proved a moment ago is
 * not asked again: every function behind the door proves the key once more, so this only ever decides how a refusal looks.
 */
export class KeyProofs {
  readonly #proved = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async prove(sql: Sql, key: string): Promise<Outcome<void>> {
    const at = this.#proved.get(key);
    if (at !== undefined && this.#now() - at < HOLDS_MS) return done(undefined);
    const found = await attempt(() => sql`select agents.fn_agent_of_key(${key})`);
    this.#proved.delete(key);
    if (!found.ok) return found;
    if (this.#proved.size >= MOST_KEPT) this.#proved.clear();
    this.#proved.set(key, this.#now());
    return done(undefined);
  }
}
