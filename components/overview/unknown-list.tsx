import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InvocationItem } from "#lib/invocations/list-invocations.ts";

export const UNKNOWN_SHOWN = 4;

/** Before everything that waits: what may have happened already, and nobody knows. Nothing is shown when there is nothing. */
export function UnknownList({ items, total }: { items: readonly InvocationItem[]; total: number }) {
  if (total === 0) return null;
  return (
    <section
      aria-labelledby="unknown-title"
      className="mb-3 overflow-hidden rounded-md border border-dual/50 border-l-[3px] border-l-dual bg-panel"
    >
      <Link
        href="/invocations?status=unknown"
        prefetch={false}
        className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-b bg-dual-soft px-4 py-2 hover:brightness-98"
      >
        <span aria-hidden className="flex">
          <StateMark state="unknown" word={false} />
        </span>
        <h3 id="unknown-title" className="font-semibold">
          {total === 1 ? "1 unknown outcome" : `${total.toLocaleString("en-GB")} unknown outcomes`}
        </h3>
        <span className="text-ink-2">
          {total === 1 ? "Its dispatcher was" : "Their dispatchers were"} lost: a person has to find out what happened.
        </span>
        <ChevronRight size={14} className="ml-auto text-ink-2 max-md:hidden" aria-hidden />
      </Link>
      <ul className="divide-y">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/invocations/${item.id}`}
              prefetch={false}
              className="grid h-11 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 hover:bg-hover md:grid-cols-[16px_minmax(0,1fr)_minmax(0,260px)_84px]"
            >
              <RiskMark tier={item.tier} />
              <span className="truncate font-medium">
                <VisibleText text={item.effect} line />
              </span>
              <span className="truncate text-ink-2 max-md:hidden">
                <span className="font-mono text-xs">{item.tool}</span> · {item.agent}
              </span>
              <span className="text-right text-ink-2">
                <Ago at={item.claimedAt ?? item.askedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
