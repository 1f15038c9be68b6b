"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { ApprovalDetail } from "#components/approvals/detail/approval-detail.tsx";
import { DetailSkeleton } from "#components/approvals/detail/detail-skeleton.tsx";
import { fetchJson, RequestRefused } from "#components/live/fetch-json.ts";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { classes } from "#components/ui/classes.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import type { ApprovalDetail as Detail } from "#lib/approvals/queries/read-approval.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { type DecisionControl, type OnDecided, useDecision } from "./use-decision.ts";

interface DecisionPanelProps {
  id: string;
  initial: Detail | undefined;
  shortcuts: boolean;
  onDecided: OnDecided;
  onBack: () => void;
  /** The keyboard asks here for what is on the screen now. */
  control: React.RefObject<DecisionControl | null>;
}

/** The selected call, and the two answers to it. What is decided is what was rendered: id, revision and digest. */
export function DecisionPanel({ id, initial, ...rest }: DecisionPanelProps) {
  const query = useQuery({
    queryKey: ["approval", id],
    queryFn: ({ signal }) => fetchJson<Detail>(`/api/approvals/${id}`, signal),
    ...(initial?.id === id ? { initialData: initial } : {}),
    staleTime: 2_000,
  });
  if (query.data) return <Loaded key={id} detail={query.data} {...rest} />;
  if (query.isError) {
    const missing = query.error instanceof RequestRefused && query.error.status === 404;
    return missing ? (
      <EmptyState title="No call waits under that id">It was never held, or the address is mistyped.</EmptyState>
    ) : (
      <ErrorState
        title="This call could not be read"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      >
        {query.error.message}
      </ErrorState>
    );
  }
  return <DetailSkeleton />;
}

interface LoadedProps extends Omit<DecisionPanelProps, "id" | "initial"> {
  detail: Detail;
}

function Loaded({ detail, shortcuts, onDecided, onBack, control }: LoadedProps) {
  const decision = useDecision(detail, onDecided, control);
  const { right } = detail;
  const pending = detail.status === "pending";
  const notYet = right.approve ? decision.notYet : undefined;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 overflow-auto px-5 pt-4 pb-6 max-md:px-4 max-md:pb-28">
        <Button tone="quiet" size="sm" className="-ml-2 mb-2 md:hidden" onClick={onBack}>
          <ChevronLeft size={15} aria-hidden /> All pending
        </Button>
        <ApprovalDetail
          detail={detail}
          items={decision.items}
          opened={decision.opened}
          onOpen={decision.open}
          argumentsEnd={decision.argumentsEnd}
        />
      </div>
      <footer className="flex items-center max-md:flex-wrap gap-2 border-t bg-panel px-5 py-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] max-md:z-20 max-md:px-4">
        {pending ? (
          <>
            <Button
              tone="primary"
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "A" : undefined}
              disabled={!decision.canApprove}
              title={notYet ?? right.sentence ?? undefined}
              aria-describedby={notYet ? "not-yet" : undefined}
              busy={decision.busy === "approve"}
              onClick={decision.approve}
            >
              Approve
            </Button>
            <Button
              tone="danger"
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "R" : undefined}
              disabled={!decision.canReject}
              busy={decision.busy === "reject"}
              onClick={decision.reject}
            >
              Reject
            </Button>
            <p
              id="not-yet"
              className={classes(
                "min-w-0 truncate text-sm text-ink-2",
                // Beside the buttons: at the right a toast would lie over it.
                notYet ? "max-md:order-first max-md:w-full" : "ml-auto text-right max-md:hidden",
              )}
            >
              {notYet ? (
                `${notYet}.`
              ) : shortcuts ? (
                <>
                  <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>?</Kbd> keys
                </>
              ) : null}
            </p>
          </>
        ) : (
          <>
            <StateMark state={detail.status} />
            <Link href={`/invocations/${detail.id}`} className={buttonClasses("plain", "md", "ml-auto")}>
              Open the record
            </Link>
          </>
        )}
      </footer>
      <RejectDialog
        open={decision.asking === "reject"}
        onOpenChange={decision.close}
        effect={detail.effect}
        busy={decision.busy === "reject"}
        onReject={decision.sendReject}
      />
      <ApproveDialog
        open={decision.asking === "approve"}
        onOpenChange={decision.close}
        effect={detail.effect}
        tier={detail.tier}
        busy={decision.busy === "approve"}
        onApprove={decision.sendApprove}
      />
    </div>
  );
}
