import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** What the database says of a key's allowance. */
export interface Taken {
  readonly given: number;
  readonly left: number;
  /** How many requests the bucket holds, and how many it gains in a second. */
  readonly most: number;
  readonly second: number;
  /** In how many milliseconds there is one again. */
  readonly nextMs: number;
}

/** What one request is told of it, in headers. */
export interface Standing {
  readonly remaining: number;
  readonly most: number;
  readonly second: number;
}

export interface Allowance {
  /** Spends requests of a key; a refusal says for how many seconds. */
  spend(key: string, requests?: number): Promise<Outcome<Standing>>;
}

interface Purse extends Standing {
  readonly tokens: number;
  /** Nothing is asked for before. */
  readonly emptyUntil: number;
}

/** So many keys at once; the one that was used longest ago makes room. */
const MOST_KEYS = 5_000;
const MOST_AT_ONCE = 50;

/**
 * The bound on requests holds over all gateways, because all of them take from one bucket in the database. Each takes a handful at a time, so
 * that a request costs a fraction of a statement. A key that is refused is refused here until there is one again.
 */
export function createAllowance(
  take: (key: string, want: number) => Promise<Outcome<Taken>>,
  now = Date.now,
): Allowance {
  const purses = new Map<string, Purse>();
  const fetching = new Map<string, Promise<Outcome<Purse>>>();

  function put(key: string, purse: Purse): Purse {
    purses.delete(key);
    purses.set(key, purse);
    const [oldest] = purses.keys();
    if (purses.size > MOST_KEYS && oldest !== undefined) purses.delete(oldest);
    return purse;
  }

  async function fetchMore(key: string, want: number): Promise<Outcome<Purse>> {
    const taken = await take(key, want);
    if (!taken.ok) {
      purses.delete(key);
      return taken;
    }
    const { given, left, most, second, nextMs } = taken.value;
    const tokens = (purses.get(key)?.tokens ?? 0) + given;
    const emptyUntil = given === 0 ? now() + nextMs : 0;
    return done(put(key, { tokens, emptyUntil, remaining: tokens + left, most, second }));
  }

  return {
    async spend(key, requests = 1) {
      for (;;) {
        const purse = purses.get(key);
        if (purse && purse.tokens >= requests) {
          const { tokens, remaining, ...rest } = purse;
          const after = { ...rest, tokens: tokens - requests, remaining: remaining - requests };
          put(key, after);
          return done({ remaining: after.remaining, most: after.most, second: after.second });
        }
        if (purse && purse.emptyUntil > now()) return tooMany(purse, purse.emptyUntil - now());
        const want = Math.max(requests, Math.min(MOST_AT_ONCE, Math.ceil((purse?.second ?? 0) / 5)));
        const running = fetching.get(key) ?? fetchMore(key, want).finally(() => fetching.delete(key));
        fetching.set(key, running);
        const fetched = await running;
        if (!fetched.ok) return fetched;
        // More at once than the bucket holds can never be had.
        if (requests > fetched.value.most) return tooMany(fetched.value, 1_000);
      }
    },
  };
}

function tooMany({ most, second }: Standing, waitMs: number): Outcome<Standing> {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return refuse("rate_limited", `This key may make ${second} requests a second, and ${most} at once.`, {
    retryAfter: seconds,
  });
}
