"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DialogNotFetched } from "#components/ui/not-fetched.tsx";
import { Nothing } from "#components/ui/nothing.ts";
import { judgeApprovals, judgeRejections } from "#lib/approvals/bulk/judge-bulk.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";

const BulkDialog = dynamic(
  () =>
    import("./bulk-dialog.tsx").then(
      (loaded) => loaded.BulkDialog,
      () => DialogNotFetched,
    ),
  { loading: Nothing },
);

interface BulkBarProps {
  items: readonly InboxItem[];
  /** Nothing is chosen any more. */
  onDone: () => void;
}

/** What can be done with the chosen rows at once. It says beforehand to how many of them each answer would go. */
export function BulkBar({ items, onDone }: BulkBarProps) {
  const [asking, setAsking] = useState<{ decision: "approve" | "reject"; items: readonly InboxItem[] } | null>(null);
  const approvable = judgeApprovals(items).calls;
  const rejectable = judgeRejections(items).calls;
  // The rows as they stood when the question was opened: a list that changes meanwhile does not change what is decided.
  const ask = (decision: "approve" | "reject") => setAsking({ decision, items });
  return (
    <>
      {items.length > 0 && (
        <section
          aria-label="Chosen rows"
          className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t bg-panel px-4 py-2 shadow-pop max-md:py-2.5"
        >
          <span className="figures mr-auto font-medium">{items.length} chosen</span>
          <Button tone="quiet" className="max-md:h-11" onClick={onDone}>
            Clear
          </Button>
          <Button className="max-md:h-11" disabled={approvable === 0} onClick={() => ask("approve")}>
            Approve {approvable}…
          </Button>
          <Button tone="danger" className="max-md:h-11" disabled={rejectable === 0} onClick={() => ask("reject")}>
            Reject {rejectable}…
          </Button>
        </section>
      )}
      {/* It outlives the choice: what was decided leaves the list while the results are still read. */}
      {asking && (
        <BulkDialog
          {...asking}
          onClose={(decided) => {
            setAsking(null);
            if (decided) onDone();
          }}
        />
      )}
    </>
  );
}
