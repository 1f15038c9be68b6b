"use client";
import { memo } from "react";
import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Countdown } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";

interface InboxRowProps {
  item: PendingItem;
  selected: boolean;
  /** Decided or ended since it was shown; its words say how, if we know. */
  gone: string | null;
  onSelect: (id: string) => void;
}

export const InboxRow = memo(function InboxRow({ item, selected, gone, onSelect }: InboxRowProps) {
  return (
    <li>
      <button
        type="button"
        id={`row-${item.id}`}
        aria-current={selected ? "true" : undefined}
        onClick={() => onSelect(item.id)}
        className={classes(
          "grid h-[52px] w-full grid-cols-[16px_minmax(0,1fr)_auto_58px] items-center gap-x-3 border-b border-l-[3px] px-3 text-left max-md:h-[60px]",
          selected ? "border-l-accent bg-accent-soft" : "border-l-transparent hover:bg-hover",
          gone !== null && "opacity-55",
        )}
      >
        <RiskMark tier={item.tier} />
        <span className="min-w-0">
          <span className="block truncate">
            <VisibleText text={item.effect} line />
          </span>
          <span className="block truncate text-sm text-ink-2">
            <span className="font-mono text-xs">{item.tool}</span> · {item.agent} · {item.accessLevel}
          </span>
        </span>
        <span className="flex gap-1">
          {item.flagged && <Flag tone="bad">finding</Flag>}
          {item.required > 1 && (
            <Flag dashed>{item.votes === null ? `${item.required} votes` : `${item.votes} / ${item.required}`}</Flag>
          )}
          {item.voted && <Flag>voted</Flag>}
        </span>
        <span className="text-right">
          {gone === null ? <Countdown until={item.expiresAt} /> : <span className="text-xs text-ink-2">{gone}</span>}
        </span>
      </button>
    </li>
  );
});
