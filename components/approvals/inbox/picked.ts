import type { InboxItem } from "#lib/approvals/inbox-item.ts";

/** Which rows were picked, each with the digest that was on the screen then. */
export interface Picked {
  readonly digests: Readonly<Record<string, string>>;
  /** Where a range begins. */
  readonly last: string | null;
}

export const NOTHING_PICKED: Picked = { digests: {}, last: null };

/** Only calls are decided together. */
export function isPickable(item: InboxItem): boolean {
  return item.kind === "call" && item.decided === null;
}

export function toggle(picked: Picked, item: InboxItem): Picked {
  if (!isPickable(item)) return picked;
  const { [item.id]: before, ...others } = picked.digests;
  return { digests: before === undefined ? { ...others, [item.id]: item.digest } : others, last: item.id };
}

/** From the one that was picked last to this one, both included. */
export function pickRange(picked: Picked, rows: readonly InboxItem[], item: InboxItem): Picked {
  const to = rows.findIndex(({ id }) => id === item.id);
  const from = rows.findIndex(({ id }) => id === picked.last);
  if (to < 0 || from < 0) return toggle(picked, item);
  return { ...withAll(picked, rows.slice(Math.min(from, to), Math.max(from, to) + 1)), last: item.id };
}

/** All of them, or none when all of them were. */
export function pickAll(picked: Picked, rows: readonly InboxItem[]): Picked {
  const pickable = rows.filter(isPickable);
  return pickable.every(({ id }) => id in picked.digests) ? NOTHING_PICKED : withAll(picked, pickable);
}

/** Those of the picked that are still what they were. */
export function pickedItems(
  { digests }: Picked,
  rows: readonly InboxItem[],
  isOpen: (item: InboxItem) => boolean,
): InboxItem[] {
  return rows.filter((item) => digests[item.id] === item.digest && isOpen(item));
}

function withAll(picked: Picked, rows: readonly InboxItem[]): Picked {
  const more = rows.filter(isPickable).map(({ id, digest }) => [id, digest]);
  return { ...picked, digests: { ...picked.digests, ...Object.fromEntries(more) } };
}
