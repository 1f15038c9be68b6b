"use client";
import { ChevronLeft } from "lucide-react";
import type { RefObject } from "react";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { Button } from "#components/ui/button.tsx";
import type { OtherKind } from "#lib/approvals/items/other-item.ts";
import { DetailSkeleton } from "./detail-skeleton.tsx";

export interface OtherItemPanelProps {
  kind: OtherKind;
  /** The subject's id. */
  id: string;
  onDecided: OnDecided;
  onBack: () => void;
  /** The keyboard asks here for what is on the screen now. */
  control: RefObject<DecisionControl | null>;
}

/** The selected item where it is not a call that waits. */
export function OtherItemPanel({ onBack }: OtherItemPanelProps) {
  return (
    <div className="px-5 pt-4">
      <Button tone="quiet" size="sm" className="-ml-2 mb-2 md:hidden" onClick={onBack}>
        <ChevronLeft size={15} aria-hidden /> All pending
      </Button>
      <DetailSkeleton />
    </div>
  );
}
