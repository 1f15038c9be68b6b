"use client";
import { useCallback, useMemo, useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { NOTHING_PICKED, pickAll, pickedItems, pickRange, toggle } from "./picked.ts";

/** What a person has put together to decide at once. Each is picked as it was shown: changed since, it falls out. */
export function usePicked(rows: readonly InboxItem[], isOpen: (item: InboxItem) => boolean) {
  const [picked, setPicked] = useState(NOTHING_PICKED);
  const items = pickedItems(picked, rows, isOpen);
  const ids = items.map(({ id }) => id).join(" ");
  return {
    items,
    ids: useMemo(() => new Set(ids === "" ? [] : ids.split(" ")), [ids]),
    toggle: useCallback((item: InboxItem) => setPicked((before) => toggle(before, item)), []),
    pickTo: (item: InboxItem) => setPicked((before) => pickRange(before, rows.filter(isOpen), item)),
    pickAll: () => setPicked((before) => pickAll(before, rows.filter(isOpen))),
    clear: useCallback(() => setPicked(NOTHING_PICKED), []),
  };
}

export type Picking = ReturnType<typeof usePicked>;
