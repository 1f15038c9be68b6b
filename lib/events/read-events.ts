import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type AirlockEvent, eventSchema } from "#lib/gateway/event.ts";
import { parseCursor, writeCursor } from "./event-cursor.ts";
import type { EventSource } from "./event-source.ts";

/** The most that one reading gives, whatever is asked for. */
export const LARGEST_PAGE = 1_000;

export interface EventPage {
  readonly events: readonly AirlockEvent[];
  /** Where to read on: after the last of these, or where it was when there are none. */
  readonly cursor: string;
  /** The page is full, so more may be there already. */
  readonly more: boolean;
}

/** Events after a cursor, in an order that later readings never change. Each event's id is the cursor after it. */
export async function readEventsAfter(source: EventSource, cursor: string, limit: number): Promise<Outcome<EventPage>> {
  const after = parseCursor(cursor);
  if (!after.ok) return after;
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
    return refuse("malformed_request", `A page has 1 to ${LARGEST_PAGE} events.`);
  }
  const stored = await source(after.value, limit);
  if (!stored.ok) return stored;
  const events = stored.value.map(({ txid, id, ...event }) =>
    eventSchema.parse({ ...event, id: writeCursor({ txid, id }) }),
  );
  return done({ events, cursor: events.at(-1)?.id ?? cursor, more: events.length === limit });
}
