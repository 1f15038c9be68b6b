"use client";
import { type Undo, UndoRelease } from "#components/approvals/decision/undo-release.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useNow } from "#components/ui/clock.tsx";

interface UndoWhileUnclaimedProps {
  id: string;
  claimableAt: string;
  undo: Undo;
}

/** People released it and no dispatcher has taken it: the last moment in which it can be kept from running. */
export function UndoWhileUnclaimed({ id, claimableAt, undo }: UndoWhileUnclaimedProps) {
  const now = useNow();
  const leftMs = Date.parse(claimableAt) - now;
  return (
    <Callout tone="accent" title={<b className="font-semibold">Approved, and not taken by a dispatcher yet.</b>}>
      <UndoRelease id={id} until={Date.now() + leftMs} undo={undo} />
    </Callout>
  );
}
