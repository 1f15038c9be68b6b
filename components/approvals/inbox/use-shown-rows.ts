"use client";
import { useCallback, useEffect, useReducer, useState } from "react";
import { useNow } from "#components/ui/clock.tsx";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { type Reading, type Shown, showAll, takeReading } from "./arrange-rows.ts";

type Change = { kind: "reading" | "tidy"; reading: Reading };

function reduce(shown: Shown, { kind, reading }: Change): Shown {
  return kind === "tidy" ? showAll(reading) : takeReading(shown, reading);
}

const NOTHING: Reading = { of: "", pages: [], more: false };

/** The rows on the screen, and the word on each that can no longer be decided. */
export function useShownRows(reading: Reading | null) {
  const now = useNow();
  const [shown, change] = useReducer(reduce, reading ?? NOTHING, showAll);
  useEffect(() => {
    if (reading) change({ kind: "reading", reading });
  }, [reading]);
  /** By id and revision: what comes back changed is to be decided again. */
  const [decided, setDecided] = useState<Readonly<Record<string, string>>>({});
  const mark = useCallback((id: string, revision: number, word: string) => {
    setDecided((words) => ({ ...words, [`${id} ${revision}`]: word }));
  }, []);
  const wordOf = (item: InboxItem): string | null => {
    // The history has words of its own.
    if (item.decided !== null) return null;
    const ended = item.expiresAt !== null && Date.parse(item.expiresAt) <= now;
    return decided[`${item.id} ${item.revision}`] ?? (ended ? "expired" : shown.gone.has(item.id) ? "gone" : null);
  };
  const rows = shown.order.flatMap((id) => shown.known[id] ?? []);
  const tidy = useCallback(() => {
    if (!reading) return;
    setDecided(withoutVotes);
    change({ kind: "tidy", reading });
  }, [reading]);
  return { shown, rows, wordOf, mark, tidy };
}

/**
 * The words that stay when the list is tidied: a row that was decided a moment ago may still be in the reading, and must not come
 * back to life. What waits for a second person goes on waiting, and its row says so by itself.
 */
function withoutVotes(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== "voted"));
}

export type ShownRows = ReturnType<typeof useShownRows>;
