"use client";
import { type MouseEvent, memo } from "react";
import { nameOfItem } from "#components/approvals/name-of-item.ts";
import { classes } from "#components/ui/classes.ts";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { isPickable } from "./picked.ts";
import { RowFlags } from "./row-flags.tsx";
import { rowId } from "./use-inbox-moves.ts";

interface InboxRowProps {
  item: InboxItem;
  selected: boolean;
  picked: boolean;
  /** Something is picked: then every row shows that it can be. */
  picking: boolean;
  /** Decided, ended or gone since it was shown. */
  word: string | null;
  namesAgent: boolean;
  onSelect: (item: InboxItem) => void;
  onPick: (item: InboxItem, upTo: boolean) => void;
}

export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { item, selected, picked, picking, word, namesAgent, onSelect, onPick } = props;
  const click = (event: MouseEvent) => {
    const picks = event.shiftKey || event.ctrlKey || event.metaKey;
    if (picks && isPickable(item)) onPick(item, event.shiftKey);
    else onSelect(item);
  };
  return (
    <li
      className={classes(
        "group relative h-9 border-b [contain-intrinsic-size:auto_36px] [content-visibility:auto] max-md:h-[60px]",
        selected ? "bg-accent-soft" : picked ? "bg-hover" : "hover:bg-hover",
      )}
    >
      {isPickable(item) && (
        <label className="absolute inset-y-0 left-[3px] z-10 grid w-7 place-items-center max-md:w-9">
          <input
            type="checkbox"
            checked={picked}
            disabled={word !== null}
            aria-label={`Pick ${item.tool} of ${item.agent}`}
            onChange={(event) => onPick(item, event.nativeEvent instanceof PointerEvent && event.nativeEvent.shiftKey)}
            className={classes(
              "size-3.5 accent-accent max-md:size-4.5",
              !picking && "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
            )}
          />
        </label>
      )}
      <button
        type="button"
        id={rowId(item.id)}
        aria-current={selected ? "true" : undefined}
        onClick={click}
        title={`${item.agent ?? "nobody"} · ${item.actsAt ?? "no access level"}${item.actsAt === item.accessLevel ? "" : `, declared ${item.accessLevel}`}`}
        className={classes(
          "grid size-full select-none items-center gap-x-2 border-l-[3px] pr-3 pl-8 text-left",
          item.decided
            ? "grid-cols-[16px_88px_minmax(0,1fr)_auto_70px]"
            : "grid-cols-[16px_88px_minmax(0,1fr)_auto_52px]",
          // On a phone what it does has the first line to itself; whose it is and its flags share the second.
          "max-md:grid-cols-[16px_minmax(0,1fr)_auto_56px] max-md:content-center max-md:gap-y-0.5 max-md:pl-10",
          selected ? "border-l-accent" : "border-l-transparent",
          word !== null && "opacity-55",
        )}
      >
        <span className="flex max-md:row-span-2">
          <RiskMark tier={item.tier} />
        </span>
        <span className="truncate font-mono text-xs max-md:hidden">{nameOfItem(item)}</span>
        <span className="flex min-w-0 gap-2 max-md:col-span-2">
          {namesAgent && item.agent && (
            // However long its name is, what it would do stays in sight.
            <span className="min-w-15 max-w-2/5 shrink-0 truncate text-ink-2 max-md:hidden">
              {item.agent}
              <span className="text-ink-3 @max-[640px]/list:hidden"> · {item.actsAt}</span>
            </span>
          )}
          <span className="min-w-0 truncate">
            <VisibleText text={item.effect} line />
          </span>
        </span>
        <span className="min-w-0 truncate text-sm text-ink-2 max-md:row-start-2 max-md:col-start-2 md:hidden">
          <span className="font-mono text-xs">{nameOfItem(item)}</span>
          {item.agent && ` · ${item.agent} · ${item.actsAt}`}
        </span>
        <RowFlags item={item} />
        <span className="truncate text-right text-xs text-ink-2 max-md:col-start-4 max-md:row-start-1 max-md:row-span-2">
          {word ?? <RowTime item={item} />}
        </span>
      </button>
    </li>
  );
});

function RowTime({ item }: { item: InboxItem }) {
  if (item.decided) return <Ago at={item.decided.at} />;
  return item.expiresAt === null ? <Ago at={item.askedAt} /> : <Countdown until={item.expiresAt} />;
}
