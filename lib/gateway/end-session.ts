import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

export interface EndedSession {
  readonly sessionId: string;
  readonly endedAt: string;
}

/** The agent's session is over; so are the sandboxes that were kept for it. */
export async function endSession(sql: Sql, key: string, sessionId: string): Promise<Outcome<EndedSession>> {
  const ended = await attempt(
    () => sql<{ session: EndedSession }[]>`select agents.fn_end_session(${key}, ${sessionId}) as session`,
  );
  if (!ended.ok) return ended;
  const session = ended.value[0]?.session;
  return session ? done(session) : refuse("internal");
}
