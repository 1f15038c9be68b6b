"use client";
import { type MouseEvent, type RefObject, useState } from "react";
import { classes } from "#components/ui/classes.ts";
import { FILTER_NAMES } from "#lib/approvals/inbox-filter.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";
import { countNarrowed, InboxFilters } from "./inbox-filters.tsx";
import { InboxTabs } from "./inbox-tabs.tsx";
import { InboxTiles } from "./inbox-tiles.tsx";
import { InboxToolbar } from "./inbox-toolbar.tsx";
import { LiveMark } from "./live-mark.tsx";
import { changeAddress, type InboxAddress } from "./use-inbox-address.ts";
import { ViewsMenu } from "./views-menu.tsx";

interface InboxHeadProps {
  address: InboxAddress;
  counts: InboxCounts;
  rows: readonly InboxItem[];
  ofOneAgent: boolean;
  search: RefObject<HTMLInputElement | null>;
  fresh: number;
  ghosts: number;
  onTidy: () => void;
  className?: string;
}

/** Tabs, counts, search and filters: everything that says which list is shown. */
export function InboxHead(props: InboxHeadProps) {
  const { address, counts, rows, ofOneAgent, search, fresh, ghosts, onTidy, className } = props;
  const { filter, query, tabName, href, go } = address;
  const narrowed = countNarrowed(filter, ofOneAgent);
  const [open, setOpen] = useState(narrowed > 0);
  const openView = (view: string) => {
    const wanted = new URLSearchParams(view);
    const names = FILTER_NAMES.map((name) => [name, wanted.get(name)] as const);
    go({ ...Object.fromEntries(names), [tabName]: wanted.get("tab"), id: null, kind: null }, "push");
  };
  return (
    <div
      onClickCapture={stayOnPage}
      className={classes("grid grid-cols-[minmax(0,1fr)] gap-2 border-b px-5 py-2 max-md:px-4", className)}
    >
      <div className="flex items-center gap-2">
        <InboxTabs current={filter.tab} counts={counts} tabName={tabName} href={href} />
        <span className="ml-auto" />
        <ViewsMenu query={query} onOpen={openView} />
        <LiveMark />
      </div>
      <InboxTiles counts={counts} filter={filter} href={href} tabName={tabName} />
      <InboxToolbar
        search={search}
        words={filter.words}
        onWords={(words) => go({ q: words || null })}
        narrowed={narrowed}
        filtersOpen={open}
        onFilters={() => setOpen(!open)}
        fresh={fresh}
        ghosts={ghosts}
        flood={counts.flood}
        onTidy={onTidy}
      />
      {open && <InboxFilters filter={filter} rows={rows} ofOneAgent={ofOneAgent} onChange={(changes) => go(changes)} />}
    </div>
  );
}

/** A link to another list of this page changes the address and nothing else: the list is read by itself. */
function stayOnPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || link.pathname !== window.location.pathname) return;
  event.preventDefault();
  changeAddress(link.search, "push");
}
