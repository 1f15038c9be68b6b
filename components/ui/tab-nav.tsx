"use client";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { classes } from "./classes.ts";
import { LinkPending } from "./link-pending.tsx";

export interface TabLink {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  /** How many there are, or words for it. */
  readonly count?: number | string;
}

/** Tabs that are addresses: a tab can be shared, opened beside, and gone back from. */
export function TabNav({ label, tabs, current }: { label: string; tabs: readonly TabLink[]; current: string }) {
  const bar = useRef<HTMLElement>(null);
  // On a phone there are more tabs than fit: the one that is shown is never one of those that are not.
  useEffect(() => {
    const shown = bar.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (bar.current && shown)
      bar.current.scrollLeft = shown.offsetLeft - (bar.current.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="relative mt-4 mb-4 flex gap-1 overflow-x-auto border-b [scrollbar-width:none]"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          data-tab={tab.id}
          href={tab.href}
          scroll={false}
          prefetch={false}
          aria-current={tab.id === current ? "page" : undefined}
          className={classes(
            "relative -mb-px flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 px-2.5 font-medium",
            tab.id === current ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {tab.label}
          {tab.count !== undefined && <span className="figures text-xs font-normal text-ink-3">{tab.count}</span>}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}
