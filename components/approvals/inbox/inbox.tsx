"use client";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import type { DecisionControl } from "#components/approvals/decision/use-decision.ts";
import { DetailSkeleton } from "#components/approvals/detail/detail-skeleton.tsx";
import { type InboxActions, InboxActionsProvider } from "#components/approvals/inbox-actions.tsx";
import { classes } from "#components/ui/classes.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { DialogNotFetched, NotFetched } from "#components/ui/not-fetched.tsx";
import { Nothing } from "#components/ui/nothing.ts";
import { useWasTrue } from "#components/ui/use-was-true.ts";
import { inboxQuery, NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import { INBOX_KINDS } from "#lib/approvals/inbox-item.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import { InboxHead } from "./inbox-head.tsx";
import { InboxList } from "./inbox-list.tsx";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { inSight, useInboxMoves } from "./use-inbox-moves.ts";
import { type InitialInbox, useInboxCounts, useInboxReading } from "./use-inbox-reading.ts";
import { usePicked } from "./use-picked.ts";
import { useShownRows } from "./use-shown-rows.ts";
import { useStillFor } from "./use-still-for.ts";

// The list is there before anything is looked at, picked or asked for: the rest is fetched when a person reaches for it.
// Each has a place of its own to wait in: without one, the whole page would be taken away until it is there.
const loadPanel = () => import("#components/approvals/decision/decision-panel.tsx");
const loadSoon = () => void loadPanel().catch(() => {});
const DecisionPanel = dynamic(
  () =>
    loadPanel().then(
      (loaded) => loaded.DecisionPanel,
      () => NotFetched,
    ),
  { loading: DetailSkeleton },
);
const BulkBar = dynamic(
  () =>
    import("#components/approvals/bulk/bulk-bar.tsx").then(
      (loaded) => loaded.BulkBar,
      () => NotFetched,
    ),
  { loading: Nothing },
);
const OtherItemPanel = dynamic(
  () =>
    import("#components/approvals/detail/other-item-panel.tsx").then(
      (loaded) => loaded.OtherItemPanel,
      () => NotFetched,
    ),
  { loading: DetailSkeleton },
);
const KeyMap = dynamic(
  () =>
    import("./key-map.tsx").then(
      (loaded) => loaded.KeyMap,
      () => DialogNotFetched,
    ),
  { loading: Nothing },
);

interface InboxProps {
  initial: InitialInbox;
  initialDetail: ApprovalDetail | undefined;
  /** Only this agent's: the same inbox in its workspace. */
  agent?: string | null;
  shortcuts: boolean;
  actions: InboxActions;
  className?: string;
}

/** One inbox for everything that waits: the list, and beside it the one that is looked at. */
export function Inbox({ actions, ...rest }: InboxProps) {
  return (
    <InboxActionsProvider actions={actions}>
      <InboxPanes {...rest} />
    </InboxActionsProvider>
  );
}

function InboxPanes({ initial, initialDetail, agent = null, shortcuts, className }: Omit<InboxProps, "actions">) {
  const address = useInboxAddress(agent);
  const { params, filter, query, go } = address;
  const selected = params.get("id");
  const { reading, failed, turning, readMore, readAgain } = useInboxReading(query, initial);
  const counts = useInboxCounts(agent, initial);
  const list = useShownRows(reading);
  const { shown, rows, wordOf } = list;
  const picking = usePicked(rows, (item) => wordOf(item) === null);
  const { select, leave, move, advance } = useInboxMoves(list, go);
  const bulk = useWasTrue(picking.items.length > 0);
  // Not after a failure: it would be asked again without a pause. The next reading of the whole list tries again.
  const readOn = shown.uncertain && reading?.more === true && !turning && !failed;
  useEffect(() => {
    if (readOn) void readMore();
  }, [readOn, readMore]);

  // Where nothing on the screen can be decided any more, nothing can move under a hand: what has come in takes its place.
  const allSettled = shown.waiting.length > 0 && rows.every((item) => wordOf(item) !== null);
  const { tidy } = list;
  useEffect(() => {
    if (allSettled) tidy();
  }, [allSettled, tidy]);

  const known = selected === null ? undefined : shown.known[selected];
  const kind = known?.kind ?? INBOX_KINDS.find((name) => name === params.get("kind")) ?? "call";
  const control = useRef<DecisionControl>(null);
  const search = useRef<HTMLInputElement>(null);
  const [keyMap, setKeyMap] = useState(false);
  const stillForMs = useStillFor(selected && `${selected} ${known?.revision} ${known?.digest}`);
  const ask = (name: keyof DecisionControl) => () => inSight(selected, () => control.current?.[name]?.());
  useInboxKeys(shortcuts, stillForMs, {
    j: () => move(1),
    k: () => move(-1),
    a: ask("approve"),
    r: ask("reject"),
    e: ask("edit"),
    s: ask("snooze"),
    c: ask("claim"),
    x: () => inSight(selected, () => known && picking.toggle(known)),
    enter: () => (selected ? intoDetail() : move(1)),
    escape: () => (picking.items.length > 0 ? picking.clear() : leave()),
    "/": () => search.current?.focus(),
    "?": () => setKeyMap(true),
  });

  return (
    <div className={classes("flex min-h-0 flex-col", className)}>
      <InboxHead
        address={address}
        counts={counts}
        rows={rows}
        ofOneAgent={agent !== null}
        search={search}
        fresh={shown.waiting.length}
        ghosts={rows.filter((item) => wordOf(item) !== null).length}
        onTidy={list.tidy}
        className={selected ? "max-md:hidden" : undefined}
      />
      <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(420px,46%)_minmax(0,1fr)]">
        <div className={classes("flex min-h-0 flex-col bg-panel md:border-r", selected && "max-md:hidden")}>
          <div data-list className="min-h-0 flex-1 overflow-auto" onPointerEnter={loadSoon} onFocusCapture={loadSoon}>
            <InboxList
              rows={rows}
              wordOf={wordOf}
              selected={selected}
              picking={picking}
              tab={filter.tab}
              ofOneAgent={agent !== null}
              filtered={query !== inboxQuery({ ...NO_FILTER, tab: filter.tab, agent })}
              more={reading?.more === true}
              turning={turning}
              failed={failed}
              onMore={() => void readMore()}
              onRetry={() => void readAgain()}
              onSelect={select}
            />
          </div>
          {bulk && <BulkBar items={picking.items} onDone={picking.clear} />}
        </div>
        <section
          id="decision"
          aria-label="Selected"
          tabIndex={-1}
          className={classes("min-h-0 min-w-0 outline-none", !selected && "max-md:hidden")}
        >
          {selected === null ? (
            <EmptyState title="Nothing selected">
              {rows.length > 0
                ? "Choose one on the left, or press J."
                : filter.tab === "history"
                  ? "When something was decided, what it was and who decided appears here."
                  : "When something waits, its arguments and reasons appear here."}
            </EmptyState>
          ) : kind === "call" ? (
            <DecisionPanel
              id={selected}
              initial={initialDetail}
              shortcuts={shortcuts}
              control={control}
              onDecided={advance}
              onBack={leave}
            />
          ) : (
            <OtherItemPanel
              key={selected}
              kind={kind}
              id={selected}
              shortcuts={shortcuts}
              control={control}
              onDecided={advance}
              onBack={leave}
            />
          )}
        </section>
      </div>
      {keyMap && <KeyMap open onOpenChange={setKeyMap} />}
    </div>
  );
}

/** To where the arrow keys scroll what is shown: whoever has no mouse reads to its end from there. */
function intoDetail(): void {
  const pane = document.getElementById("decision");
  (pane?.querySelector<HTMLElement>("[data-reading]") ?? pane)?.focus();
}
