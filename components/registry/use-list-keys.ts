"use client";
import type { RefObject } from "react";
import { useInboxKeys } from "#components/approvals/inbox/use-inbox-keys.ts";

/** Nothing is decided by a key here, so there is nothing that would have to stand still first. */
const always = () => Number.POSITIVE_INFINITY;

/** J and K go through the links of a table's rows, `/` goes to the search field; Enter is the link's own. */
export function useListKeys(enabled: boolean, table: string, search: RefObject<HTMLInputElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = rowLinks(table);
    const { activeElement } = document;
    const at = activeElement instanceof HTMLAnchorElement ? links.indexOf(activeElement) : -1;
    const next = links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useInboxKeys(enabled, always, {
    j: () => move(1),
    k: () => move(-1),
    "/": () => search.current?.focus(),
  });
}

function rowLinks(table: string): HTMLAnchorElement[] {
  const rows = document.querySelectorAll(`table[aria-label="${CSS.escape(table)}"] tbody tr`);
  return [...rows].flatMap((row) => row.querySelector("a") ?? []);
}
