"use client";
import { useCallback, useEffect, useRef } from "react";
import type { OnDecided } from "#components/approvals/decision/use-decision.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { type InboxAddress, selectedNow } from "./use-inbox-address.ts";
import type { ShownRows } from "./use-shown-rows.ts";

/** Below this the list and the detail are two screens. */
const NARROW_PX = 768;
const isNarrow = () => window.innerWidth < NARROW_PX;

export const rowId = (id: string) => `row-${id}`;

/** Going from row to row. What is decided by whom is never taken from here: a decision names what was rendered. */
export function useInboxMoves({ rows, wordOf, mark }: ShownRows, go: InboxAddress["go"]) {
  const latest = useRef({ rows, wordOf });
  useEffect(() => {
    latest.current = { rows, wordOf };
  });
  const show = useCallback(
    (item: InboxItem | null, how?: "push" | "replace") =>
      go({ id: item?.id ?? null, kind: item && item.kind !== "call" ? item.kind : null }, how),
    [go],
  );
  const select = useCallback((item: InboxItem) => show(item, isNarrow() ? "push" : "replace"), [show]);
  const leave = useCallback(() => show(null), [show]);
  const move = useCallback(
    (step: 1 | -1) => {
      const { rows } = latest.current;
      const at = rows.findIndex(({ id }) => id === selectedNow());
      const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
      if (!next) return;
      show(next);
      document.getElementById(rowId(next.id))?.scrollIntoView({ block: "nearest" });
    },
    [show],
  );
  // Decided, with nothing after it on the screen: what comes in next is gone on to, unless the person went elsewhere.
  const lastOfScreen = useRef<string | null>(null);
  useEffect(() => {
    if (lastOfScreen.current === null) return;
    const next = rows.find((row) => row.id !== lastOfScreen.current && wordOf(row) === null);
    if (selectedNow() !== lastOfScreen.current) lastOfScreen.current = null;
    else if (next) {
      lastOfScreen.current = null;
      show(next);
    }
  });
  const advance: OnDecided = useCallback(
    (id, revision, word) => {
      mark(id, revision, word);
      // The answer may come late: whoever has gone on to another row meanwhile stays there.
      if (selectedNow() !== id) return;
      if (isNarrow()) return leave();
      const { rows, wordOf } = latest.current;
      const isOpen = (row: InboxItem) => row.id !== id && wordOf(row) === null;
      const at = rows.findIndex((row) => row.id === id);
      const next = rows.slice(at + 1).find(isOpen) ?? rows.find(isOpen);
      if (!next) {
        lastOfScreen.current = id;
        return;
      }
      show(next);
      document.getElementById(rowId(next.id))?.scrollIntoView({ block: "nearest" });
    },
    [mark, leave, show],
  );
  return { select, leave, move, advance };
}

/** The first key on a row that is out of sight only brings it into view. */
export function inSight(id: string | null, act: () => void): void {
  const row = id === null ? null : document.getElementById(rowId(id));
  if (!row || isVisible(row)) act();
  else row.scrollIntoView({ block: "center" });
}

function isVisible(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const pane = row.closest("[data-list]")?.getBoundingClientRect();
  return top >= (pane?.top ?? 0) && bottom <= (pane?.bottom ?? window.innerHeight);
}
