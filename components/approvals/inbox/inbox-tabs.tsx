"use client";
import Link from "next/link";
import { classes } from "#components/ui/classes.ts";
import { INBOX_TABS, type InboxTab } from "#lib/approvals/inbox-filter.ts";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";
import type { InboxAddress } from "./use-inbox-address.ts";

const LABELS: Readonly<Record<InboxTab, string>> = {
  pending: "Pending",
  second: "Waiting for a second",
  mine: "Mine",
  snoozed: "Snoozed",
  history: "History",
};

interface InboxTabsProps {
  current: InboxTab;
  counts: InboxCounts;
  tabName: string;
  href: InboxAddress["href"];
}

export function InboxTabs({ current, counts, tabName, href }: InboxTabsProps) {
  const numbers: Readonly<Record<InboxTab, number | null>> = {
    pending: counts.pending,
    second: counts.voted,
    mine: counts.mine,
    snoozed: counts.snoozed,
    history: null,
  };
  return (
    <nav aria-label="Lists of the inbox" className="flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]">
      {INBOX_TABS.map((tab) => (
        <Link
          key={tab}
          href={href({ [tabName]: tab === "pending" ? null : tab, id: null, kind: null })}
          scroll={false}
          prefetch={false}
          aria-current={tab === current ? "page" : undefined}
          className={classes(
            "flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md px-2.5 font-medium max-md:h-10",
            tab === current ? "bg-hover text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {LABELS[tab]}
          {numbers[tab] !== null && <span className="figures text-xs font-normal text-ink-2">{numbers[tab]}</span>}
        </Link>
      ))}
    </nav>
  );
}
