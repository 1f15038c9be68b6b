"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

export type RemoveMemoryAction = (input: { memoryId: string; reason: string }) => Promise<Outcome<unknown>>;

export function RemoveMemory({ memoryId, remove }: { memoryId: string; remove: RemoveMemoryAction }) {
  return (
    <ConfirmWithReason
      label="Remove"
      title="Remove this memory?"
      description="The agent cannot read it any more and the text is deleted; that it was there, and why it went, stays on record."
      danger
      done="The memory is removed."
      act={(reason) => remove({ memoryId, reason })}
    />
  );
}
