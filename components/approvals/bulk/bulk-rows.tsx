import type { ReactNode } from "react";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Excluded } from "#lib/approvals/bulk/judge-bulk.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";

/** Which rows one answer goes to, and which it leaves alone, with the reason for each. */
export function BulkRows({ included, excluded }: { included: readonly InboxItem[]; excluded: readonly Excluded[] }) {
  return (
    <>
      <Rows label="Decided together">
        {included.map((item) => (
          <BulkRow key={item.id} item={item} />
        ))}
      </Rows>
      {excluded.length > 0 && (
        <section aria-label="Left alone">
          <h3 className="mb-1 text-ink-2 text-sm">Left alone: {excluded.length}</h3>
          <Rows label="Left alone, and why">
            {excluded.map(({ item, why }) => (
              <BulkRow key={item.id} item={item} note={why} />
            ))}
          </Rows>
        </section>
      )}
    </>
  );
}

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className="max-h-56 overflow-auto rounded-md border">
      <ul aria-label={label} className="divide-y">
        {children}
      </ul>
    </ScrollRegion>
  );
}

export function BulkRow({ item, note }: { item: InboxItem; note?: ReactNode }) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 px-2.5 py-1.5">
      <span className="mt-0.5">
        <RiskMark tier={item.tier} size={12} />
      </span>
      <span className="min-w-0">
        <VisibleText text={item.effect} />
        {item.folded > 0 && <b className="figures ml-1.5 font-medium text-sm">×{item.folded + 1}</b>}
        <span className="block text-ink-2 text-sm">
          {item.tool && <span className="font-mono text-xs">{item.tool}</span>} {item.agent && `· ${item.agent}`}
        </span>
        {note && <span className="block text-sm">{note}</span>}
      </span>
    </li>
  );
}
