import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Taken } from "./allowance.ts";

/** Takes from the bucket that all gateways share. */
export function takeRequests(sql: Sql): (key: string, want: number) => Promise<Outcome<Taken>> {
  return async (key, want) => {
    const found = await attempt(
      () => sql<{ taken: Taken }[]>`select agents.fn_take_requests(${key}, ${want}) as taken`,
    );
    if (!found.ok) return found;
    const taken = found.value[0]?.taken;
    return taken ? done(taken) : refuse("internal");
  };
}
