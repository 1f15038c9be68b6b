import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";

/**
 * The list as it is on the screen. What is shown keeps its place: new calls wait until the person asks for them, and
 * what somebody else decided stays where it was, dimmed, so that no row moves under a pointer or a key.
 */
export interface Shown {
  readonly order: readonly string[];
  readonly known: Readonly<Record<string, PendingItem>>;
  /** Ids that the newest reading no longer has. */
  readonly gone: ReadonlySet<string>;
  /** New since the order was made, in the order of the reading. */
  readonly waiting: readonly string[];
}

export function showAll(items: readonly PendingItem[]): Shown {
  return {
    order: items.map(({ id }) => id),
    known: Object.fromEntries(items.map((item) => [item.id, item])),
    gone: new Set(),
    waiting: [],
  };
}

export function takeReading(shown: Shown, items: readonly PendingItem[]): Shown {
  const fresh = Object.fromEntries(items.map((item) => [item.id, item]));
  const gone = new Set(shown.order.filter((id) => !(id in fresh)));
  // An empty screen has nothing that could move.
  if (gone.size === shown.order.length) {
    return shown.order.length === 0 ? showAll(items) : withWaiting({ ...shown, gone }, items);
  }
  return withWaiting({ ...shown, known: { ...shown.known, ...fresh }, gone }, items);
}

function withWaiting(shown: Shown, items: readonly PendingItem[]): Shown {
  const placed = new Set(shown.order);
  const fresh = Object.fromEntries(items.map((item) => [item.id, item]));
  return {
    ...shown,
    known: { ...shown.known, ...fresh },
    waiting: items.map(({ id }) => id).filter((id) => !placed.has(id)),
  };
}
