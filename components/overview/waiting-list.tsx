import { ChevronRight, CircleCheck } from "lucide-react";
import Link from "next/link";
import { nameOfItem } from "#components/approvals/name-of-item.ts";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Countdown } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";

export const WAITING_SHOWN = 6;

/** The first thing on the first page: is there something to decide? Whatever it is about; the sum is the inbox's own. */
export function WaitingList({ items, total }: { items: readonly InboxItem[]; total: number }) {
  if (total === 0) {
    return (
      <p className="flex h-14 items-center gap-2.5 rounded-md border bg-panel px-4">
        <CircleCheck size={17} className="text-ok" aria-hidden />
        Nothing waits for a decision.
      </p>
    );
  }
  return (
    <div className="overflow-hidden rounded-md border bg-panel">
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/approvals?id=${item.id}${item.kind === "call" ? "" : `&kind=${item.kind}`}`}
              prefetch={false}
              className="grid h-11 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 hover:bg-hover md:grid-cols-[16px_minmax(0,1fr)_minmax(0,260px)_84px]"
            >
              <RiskMark tier={item.tier} />
              <span className="truncate font-medium">
                <VisibleText text={item.effect} line />
              </span>
              <span className="truncate text-ink-2 max-md:hidden">
                <span className="font-mono text-xs">{nameOfItem(item)}</span>
                {item.agent && ` · ${item.agent} · ${item.actsAt}`}
              </span>
              <span className="text-right">{item.expiresAt !== null && <Countdown until={item.expiresAt} />}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href="/approvals"
        prefetch={false}
        className="flex h-9 items-center gap-1 px-4 font-medium text-accent hover:bg-hover"
      >
        {total > items.length ? `All ${total.toLocaleString("en-GB")} in the inbox` : "Open the inbox"}
        <ChevronRight size={14} aria-hidden />
      </Link>
    </div>
  );
}
