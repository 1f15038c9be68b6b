"use client";
import { Inbox as InboxIcon } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import type { InboxTab } from "#lib/approvals/inbox-filter.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { InboxRow } from "./inbox-row.tsx";
import { isPickable } from "./picked.ts";
import type { Picking } from "./use-picked.ts";

interface InboxListProps {
  rows: readonly InboxItem[];
  wordOf: (item: InboxItem) => string | null;
  selected: string | null;
  picking: Picking;
  tab: InboxTab;
  /** Then no row has to say whose it is. */
  ofOneAgent: boolean;
  /** Whether the list leaves out anything that its tab has. */
  filtered: boolean;
  /** There is a page behind the last one. */
  more: boolean;
  turning: boolean;
  failed: boolean;
  onMore: () => void;
  onRetry: () => void;
  onSelect: (item: InboxItem) => void;
}

const ORDER_WORDS: Readonly<Record<InboxTab, string>> = {
  pending: "risk, then time left",
  second: "risk, then time left",
  mine: "risk, then time left",
  snoozed: "risk, then time left",
  history: "decided in the last 7 days, newest first",
};

export function InboxList(props: InboxListProps) {
  const { rows, wordOf, selected, picking, tab, more, turning, failed, onMore, onRetry, onSelect } = props;
  const { toggle, pickTo } = picking;
  const latestPickTo = useRef(pickTo);
  useEffect(() => {
    latestPickTo.current = pickTo;
  });
  const pick = useCallback(
    (item: InboxItem, upTo: boolean) => (upTo ? latestPickTo.current(item) : toggle(item)),
    [toggle],
  );
  if (failed && rows.length === 0) {
    return (
      <ErrorState title="The inbox could not be read" action={<Button onClick={onRetry}>Try again</Button>}>
        What is waiting is unknown. The page tries again by itself.
      </ErrorState>
    );
  }
  if (rows.length === 0) return <NothingHere tab={tab} filtered={props.filtered} />;
  const pickable = rows.filter((item) => isPickable(item) && wordOf(item) === null).length;
  return (
    <div className="@container/list">
      <div className="flex h-7 items-center gap-2.5 border-b bg-desk pr-3 pl-[3px] text-xs text-ink-2 max-md:h-9">
        <label className="grid w-7 place-items-center self-stretch max-md:w-9">
          <input
            type="checkbox"
            aria-label="Pick all that are shown"
            disabled={pickable === 0}
            checked={pickable > 0 && picking.items.length >= pickable}
            onChange={picking.pickAll}
            className="size-3.5 accent-accent max-md:size-4.5"
          />
        </label>
        <span>{ORDER_WORDS[tab]}</span>
        <span className="figures ml-auto">
          {rows.length.toLocaleString("en-GB")} shown{more && ", more below"}
        </span>
      </div>
      <ul aria-label={tab === "history" ? "Decided lately" : "Waiting for a decision"}>
        {rows.map((item) => (
          <InboxRow
            key={item.id}
            item={item}
            selected={item.id === selected}
            picked={picking.ids.has(item.id)}
            picking={picking.ids.size > 0}
            word={wordOf(item)}
            namesAgent={!props.ofOneAgent}
            onSelect={onSelect}
            onPick={pick}
          />
        ))}
      </ul>
      {more && <NextPage turning={turning} failed={failed} onMore={onMore} />}
    </div>
  );
}

/** Asks for the next page shortly before its end comes into view; the button is for who does not scroll, and after a failure. */
function NextPage({ turning, failed, onMore }: { turning: boolean; failed: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (!end.current || turning || failed) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: "400px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [turning, failed]);
  return (
    <div ref={end} className="flex h-12 items-center justify-center gap-3">
      {failed && <span className="text-sm text-ink-2">The next ones could not be read.</span>}
      <Button size="sm" busy={turning} onClick={onMore}>
        More
      </Button>
    </div>
  );
}

const EMPTY_WORDS: Readonly<Record<InboxTab, readonly [string, string]>> = {
  pending: ["Nothing waits for a decision", "What needs a person appears here by itself."],
  second: [
    "Nothing waits for a second person",
    "What you voted for and takes a second person appears here until it is decided.",
  ],
  mine: ["Nothing is assigned to you", "What you claim, or somebody asks you to look at, appears here."],
  snoozed: ["Nothing is snoozed", "What you snoozed waits here. Its clock goes on."],
  history: ["Nothing was decided lately", "Decisions of the last seven days appear here."],
};

function NothingHere({ tab, filtered }: { tab: InboxTab; filtered: boolean }) {
  const [title, words] = filtered
    ? (["Nothing matches", "There may be more in this list; widen the filter to see it."] as const)
    : EMPTY_WORDS[tab];
  return (
    <EmptyState icon={<InboxIcon size={24} />} title={title}>
      {words}
    </EmptyState>
  );
}
