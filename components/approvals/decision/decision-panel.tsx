"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { AttentionMenu } from "#components/approvals/attention/attention-menu.tsx";
import { Timeline } from "#components/approvals/attention/timeline.tsx";
import { ApprovalDetail } from "#components/approvals/detail/approval-detail.tsx";
import { DetailSkeleton } from "#components/approvals/detail/detail-skeleton.tsx";
import { fetchJson, RequestRefused } from "#components/live/fetch-json.ts";
import { usePaintedAt, usePollMs } from "#components/live/reading-pace.ts";
import { Button } from "#components/ui/button.tsx";
import { classes } from "#components/ui/classes.ts";
import { useNow } from "#components/ui/clock.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { DialogNotFetched } from "#components/ui/not-fetched.tsx";
import { Nothing } from "#components/ui/nothing.ts";
import type { ApprovalDetail as Detail } from "#lib/approvals/queries/read-approval.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { asOf } from "./as-of.ts";
import { DecisionFooter } from "./decision-footer.tsx";
import { DrillNotice } from "./drill-notice.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { type DecisionControl, type OnDecided, useDecision } from "./use-decision.ts";

/** Seldom opened, and more than a page's share of script. */
const EditDialog = dynamic(
  () =>
    import("./edit-dialog.tsx").then(
      (loaded) => loaded.EditDialog,
      () => DialogNotFetched,
    ),
  { loading: Nothing },
);
const RuleDialog = dynamic(
  () =>
    import("#components/approvals/rules/rule-dialog.tsx").then(
      (loaded) => loaded.RuleDialog,
      () => DialogNotFetched,
    ),
  { loading: Nothing },
);
const PivotDialog = dynamic(
  () =>
    import("#components/approvals/pivot/pivot-dialog.tsx").then(
      (loaded) => loaded.PivotDialog,
      () => DialogNotFetched,
    ),
  { loading: Nothing },
);

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
  const paintedAt = usePaintedAt();
  const pollMs = usePollMs();
  const query = useQuery({
    queryKey: ["approval", id],
    queryFn: ({ signal }) => fetchJson<Detail>(`/api/approvals/${id}`, signal),
    ...(initial?.id === id ? { initialData: initial, initialDataUpdatedAt: paintedAt } : {}),
    staleTime: 2_000,
    // Without hints this is how a card learns that somebody else has decided it.
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? pollMs(false) : false),
  });
  const now = useNow();
  const { data } = query;
  const detail = useMemo(() => data && asOf(data, now), [data, now]);
  if (detail) return <Loaded key={id} detail={detail} {...rest} />;
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
  const client = useQueryClient();
  /** The text whose other carriers are looked for; empty when it has not been said where it stands. */
  const [pivot, setPivot] = useState<string | null>(null);
  const subject = { kind: "invocation", id: detail.id } as const;
  const question = decision.asking?.kind;
  /** A dialog is about what it was opened for. */
  const asked = decision.asking?.detail ?? detail;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        data-reading
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-auto px-5 pt-4 pb-6 outline-none max-md:px-4 max-md:pb-36"
      >
        <Button tone="quiet" size="sm" className="-ml-2 mb-2 md:hidden" onClick={onBack}>
          <ChevronLeft size={15} aria-hidden /> All pending
        </Button>
        <div role="status" className={classes(decision.drill && "mb-4")}>
          {decision.drill && <DrillNotice answer={decision.drill} />}
        </div>
        <ApprovalDetail
          detail={detail}
          items={decision.items}
          opened={decision.opened}
          onOpen={decision.open}
          argumentsEnd={decision.argumentsEnd}
          after={<Timeline subject={subject} />}
          onPivot={setPivot}
        />
      </div>
      <DecisionFooter detail={detail} decision={decision} shortcuts={shortcuts}>
        <AttentionMenu subject={subject} />
      </DecisionFooter>
      <RejectDialog
        open={question === "reject"}
        onOpenChange={decision.close}
        effect={asked.effect}
        busy={decision.busy === "reject"}
        onReject={decision.sendReject}
        onInjection={() => {
          decision.close();
          setPivot("");
        }}
      />
      <ApproveDialog
        open={question === "approve"}
        onOpenChange={decision.close}
        effect={asked.effect}
        tier={asked.tier}
        busy={decision.busy === "approve"}
        notYet={decision.notYet}
        proves={asked.proofs.length > 0}
        onApprove={decision.sendApprove}
      />
      {question === "rule" && (
        <RuleDialog
          open
          detail={asked}
          onOpenChange={decision.close}
          onMade={decision.ruled}
          onRefused={decision.notRuled}
        />
      )}
      {pivot !== null && <PivotDialog open text={pivot} onOpenChange={() => setPivot(null)} />}
      {question === "edit" && (
        <EditDialog
          seen={decision.seen}
          effect={asked.effect}
          onOpenChange={decision.close}
          onEdited={() => {
            decision.close();
            void client.invalidateQueries();
          }}
        />
      )}
    </div>
  );
}
