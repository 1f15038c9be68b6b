"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { RefObject } from "react";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { fetchJson, RequestRefused } from "#components/live/fetch-json.ts";
import { usePollMs } from "#components/live/reading-pace.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { NotFetched } from "#components/ui/not-fetched.tsx";
import type { OtherItem, OtherKind } from "#lib/approvals/items/other-item.ts";
import { DetailSkeleton } from "./detail-skeleton.tsx";

/** Most of what is opened are calls; the rest brings its own scripts when it is. */
const ReviewPanel = dynamic(() =>
  import("./items/review-panel.tsx").then(
    (loaded) => loaded.ReviewPanel,
    () => NotFetched,
  ),
);
const UnknownPanel = dynamic(() =>
  import("./items/unknown-panel.tsx").then(
    (loaded) => loaded.UnknownPanel,
    () => NotFetched,
  ),
);

export interface OtherItemPanelProps {
  kind: OtherKind;
  /** The subject's id. */
  id: string;
  shortcuts: boolean;
  onDecided: OnDecided;
  onBack: () => void;
  /** The keyboard asks here for what is on the screen now. */
  control: RefObject<DecisionControl | null>;
}

/** The selected item where it is not a call that waits: a version, a trust change, a team run, an outcome that nobody knows. */
export function OtherItemPanel({ kind, id, ...rest }: OtherItemPanelProps) {
  const pollMs = usePollMs();
  const query = useQuery({
    queryKey: ["approval", kind, id],
    queryFn: ({ signal }) => fetchJson<OtherItem>(`/api/approvals/${id}?kind=${kind}`, signal),
    staleTime: 2_000,
    refetchInterval: () => pollMs(false),
  });
  if (query.data) {
    return query.data.kind === "unknown" ? (
      <UnknownPanel key={id} item={query.data} {...rest} />
    ) : (
      <ReviewPanel key={id} item={query.data} {...rest} />
    );
  }
  if (query.isError) {
    const missing = query.error instanceof RequestRefused && query.error.status === 404;
    return missing ? (
      <EmptyState title="Nothing waits under that id">It was answered, or the address is mistyped.</EmptyState>
    ) : (
      <ErrorState
        title="This could not be read"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      >
        {query.error.message}
      </ErrorState>
    );
  }
  return <DetailSkeleton />;
}
