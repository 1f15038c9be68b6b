"use client";
import { useQuery } from "@tanstack/react-query";
import { Inbox as InboxIcon } from "lucide-react";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { DecisionPanel } from "#components/approvals/decision/decision-panel.tsx";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { type InboxActions, InboxActionsProvider } from "#components/approvals/inbox-actions.tsx";
import { fetchJson } from "#components/live/fetch-json.ts";
import { classes } from "#components/ui/classes.ts";
import { useNow } from "#components/ui/clock.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import { type Shown, showAll, takeReading } from "./arrange-rows.ts";
import { matches, parseFilter } from "./inbox-filter.ts";
import { InboxRow } from "./inbox-row.tsx";
import { InboxTiles } from "./inbox-tiles.tsx";
import { InboxToolbar } from "./inbox-toolbar.tsx";
import { KeyMap } from "./key-map.tsx";
import { NotAllShown } from "./not-all-shown.tsx";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useStillFor } from "./use-still-for.ts";

interface InboxProps {
  initial: readonly PendingItem[];
  initialDetail: ApprovalDetail | undefined;
  /** Only this agent's calls: the same inbox in its workspace. */
  agentId?: string;
  shortcuts: boolean;
  actions: InboxActions;
  className?: string;
}

type Change = { kind: "reading"; items: readonly PendingItem[] } | { kind: "tidy"; items: readonly PendingItem[] };

function reduce(shown: Shown, change: Change): Shown {
  return change.kind === "tidy" ? showAll(change.items) : takeReading(shown, change.items);
}

/** One inbox for everything that waits: the list, and beside it the one that is looked at. */
export function Inbox({ actions, ...rest }: InboxProps) {
  return (
    <InboxActionsProvider actions={actions}>
      <InboxPanes {...rest} />
    </InboxActionsProvider>
  );
}

function InboxPanes({ initial, initialDetail, agentId, shortcuts, className }: Omit<InboxProps, "actions">) {
  const now = useNow();
  const { params, href, go } = useInboxAddress();
  const filter = useMemo(() => parseFilter(params), [params]);
  const selected = params.get("id");
  const { data } = useQuery({
    queryKey: ["approvals", agentId ?? "all"],
    queryFn: ({ signal }) => fetchJson<PendingItem[]>(`/api/approvals${agentId ? `?agent=${agentId}` : ""}`, signal),
    initialData: [...initial],
    staleTime: 2_000,
    refetchInterval: 10_000,
  });
  const [shown, change] = useReducer(reduce, initial, showAll);
  /** By id and revision: a call that comes back changed is to be decided again. */
  const [decided, setDecided] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => change({ kind: "reading", items: data }), [data]);

  const rows = shown.order
    .flatMap((id) => shown.known[id] ?? [])
    .filter((item) => item.id === selected || matches(item, filter, now));
  const wordOf = (id: string) =>
    decided[`${id} ${shown.known[id]?.revision}`] ?? (shown.gone.has(id) ? "decided" : null);

  const select = useCallback((id: string) => go({ id }, window.innerWidth < 768 ? "push" : "replace"), [go]);
  const move = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === selected);
    const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (!next) return;
    go({ id: next.id });
    document.getElementById(`row-${next.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const advance: OnDecided = (id, revision, word) => {
    setDecided((words) => ({ ...words, [`${id} ${revision}`]: word }));
    if (window.innerWidth < 768) {
      go({ id: null });
      return;
    }
    const at = rows.findIndex((row) => row.id === id);
    const open = (row: PendingItem) => row.id !== id && wordOf(row.id) === null;
    const next = rows.slice(at + 1).find(open) ?? rows.find(open);
    if (next) go({ id: next.id });
  };

  const control = useRef<DecisionControl>(null);
  const search = useRef<HTMLInputElement>(null);
  const [keyMap, setKeyMap] = useState(false);
  const stillForMs = useStillFor(selected);
  /** The first key on a row that is out of sight only brings it into view. */
  const inSight = (act: (() => void) | undefined) => {
    const row = selected ? document.getElementById(`row-${selected}`) : null;
    if (!row || isVisible(row)) act?.();
    else row.scrollIntoView({ block: "center" });
  };
  useInboxKeys(shortcuts, stillForMs, {
    j: () => move(1),
    k: () => move(-1),
    a: () => inSight(control.current?.approve),
    r: () => inSight(control.current?.reject),
    enter: () => (selected ? document.getElementById("decision")?.focus() : move(1)),
    escape: () => go({ id: null }),
    "/": () => search.current?.focus(),
    "?": () => setKeyMap(true),
  });

  const ghosts = shown.order.filter((id) => wordOf(id) !== null).length;
  return (
    <div className={classes("flex min-h-0 flex-col", className)}>
      <div className={classes("grid gap-2 border-b px-5 py-2.5 max-md:px-4", selected && "max-md:hidden")}>
        <InboxTiles items={data} filter={filter} now={now} href={href} />
        <InboxToolbar
          search={search}
          words={filter.words}
          onWords={(words) => go({ q: words || null })}
          fresh={shown.waiting.length}
          ghosts={ghosts}
          onTidy={() => {
            setDecided({});
            change({ kind: "tidy", items: data });
          }}
        />
      </div>
      <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(380px,42%)_minmax(0,1fr)]">
        <div className={classes("min-h-0 overflow-auto border-r bg-panel", selected && "max-md:hidden")}>
          {rows.length === 0 ? (
            <EmptyState
              icon={<InboxIcon size={24} />}
              title={data.length === 0 ? "Nothing waits for a decision" : "Nothing matches"}
            >
              {data.length === 0
                ? "Calls that need a person appear here by themselves."
                : "Other calls wait; widen the filter to see them."}
            </EmptyState>
          ) : (
            <ul aria-label="Waiting for a decision">
              {rows.map((item) => (
                <InboxRow
                  key={item.id}
                  item={item}
                  selected={item.id === selected}
                  gone={wordOf(item.id)}
                  onSelect={select}
                />
              ))}
            </ul>
          )}
          <NotAllShown listed={data.length} ofOneAgent={agentId !== undefined} />
        </div>
        <section
          id="decision"
          tabIndex={-1}
          className={classes("min-h-0 min-w-0 outline-none", !selected && "max-md:hidden")}
        >
          {selected ? (
            <DecisionPanel
              id={selected}
              initial={initialDetail}
              shortcuts={shortcuts}
              control={control}
              onDecided={advance}
              onBack={() => go({ id: null })}
            />
          ) : (
            <EmptyState title="No call selected">
              {rows.length > 0
                ? "Choose one on the left, or press J."
                : "When one waits, its arguments and reasons stand here."}
            </EmptyState>
          )}
        </section>
      </div>
      <KeyMap open={keyMap} onOpenChange={setKeyMap} />
    </div>
  );
}

function isVisible(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const pane = row.closest(".overflow-auto")?.getBoundingClientRect();
  return top >= (pane?.top ?? 0) && bottom <= (pane?.bottom ?? window.innerHeight);
}
