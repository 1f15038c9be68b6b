import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { compareItems } from "./compare-items.ts";

/** What the server has now of one list: some pages of it, in order. */
export interface Reading {
  /** Which list: another filter is another list. */
  readonly of: string;
  readonly pages: readonly (readonly InboxItem[])[];
  /** There is more behind the last page. */
  readonly more: boolean;
}

/**
 * The list as it is on the screen. What is shown keeps its place: new rows wait until the person asks for them, and what is
 * no longer there stays where it was, dimmed, so that no row moves under a pointer or a key.
 */
export interface Shown {
  readonly of: string;
  readonly order: readonly string[];
  readonly known: Readonly<Record<string, InboxItem>>;
  /** Ids that the newest reading no longer has. */
  readonly gone: ReadonlySet<string>;
  /** New since the order was made, in the order of the reading. */
  readonly waiting: readonly string[];
  /** How many pages were taken in. */
  readonly pages: number;
  /** Rows lie behind the end of the reading: nobody can say whether they are still there. */
  readonly uncertain: boolean;
}

export function showAll({ of, pages }: Reading): Shown {
  const items = pages.flat();
  return {
    of,
    order: items.map(({ id }) => id),
    known: byId(items),
    gone: new Set(),
    waiting: [],
    pages: pages.length,
    uncertain: false,
  };
}

export function takeReading(shown: Shown, reading: Reading): Shown {
  // Another list, or an empty screen: there is nothing that could move.
  if (shown.of !== reading.of || shown.order.length === 0) return showAll(reading);
  const items = reading.pages.flat();
  const fresh = byId(items);
  const end = reading.more ? items.at(-1) : undefined;
  const missing = shown.order.filter((id) => !(id in fresh));
  // Rows that arrived push others behind the end of what was read; those are not gone, only not looked at.
  const unread = (id: string) => {
    const item = shown.known[id];
    return end !== undefined && item !== undefined && compareItems(item, end) > 0;
  };
  const placed = new Set(shown.order);
  const last = lastOf(shown);
  const isNextPage = (item: InboxItem) => last === undefined || compareItems(item, last) > 0;
  const turned = reading.pages
    .slice(shown.pages)
    .flat()
    .filter((item) => !placed.has(item.id) && isNextPage(item));
  const order = [...shown.order, ...turned.map(({ id }) => id)];
  const inOrder = new Set(order);
  return {
    of: shown.of,
    order,
    known: { ...shown.known, ...fresh },
    gone: new Set(missing.filter((id) => !unread(id))),
    waiting: items.flatMap(({ id }) => (inOrder.has(id) ? [] : [id])),
    pages: Math.max(shown.pages, reading.pages.length),
    uncertain: missing.some(unread),
  };
}

/** The row behind which a new page goes on. */
function lastOf({ order, known }: Shown): InboxItem | undefined {
  return order
    .flatMap((id) => known[id] ?? [])
    .reduce<InboxItem | undefined>(
      (last, item) => (last === undefined || compareItems(item, last) > 0 ? item : last),
      undefined,
    );
}

function byId(items: readonly InboxItem[]): Record<string, InboxItem> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
