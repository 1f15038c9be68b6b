import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** How far a consumer has read: the transaction and the number of the last event it has seen. */
export interface EventCursor {
  readonly txid: bigint;
  readonly id: bigint;
}

/** Before the first event. */
export const FIRST_CURSOR = "0-0";

const WRITTEN = /^(0|[1-9][0-9]{0,18})-(0|[1-9][0-9]{0,18})$/;
/** What Postgres' bigint holds; transactions never get there either. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Reads a cursor as we wrote it, and nothing else: it comes back from outside, in `Last-Event-ID` or a query. One way to
 * write each cursor means that equal texts are equal places.
 */
export function parseCursor(text: unknown): Outcome<EventCursor> {
  const [, txid, id] = (typeof text === "string" && WRITTEN.exec(text)) || [];
  const cursor = txid !== undefined && id !== undefined ? { txid: BigInt(txid), id: BigInt(id) } : undefined;
  if (!cursor || cursor.txid > LARGEST || cursor.id > LARGEST) {
    return refuse("malformed_request", "An event's id is two numbers with a hyphen between them, as it was received.");
  }
  return done(cursor);
}

export function writeCursor({ txid, id }: { readonly txid: bigint | string; readonly id: bigint | string }): string {
  return `${txid}-${id}`;
}
