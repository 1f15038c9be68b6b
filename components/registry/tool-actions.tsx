"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ToolState } from "#lib/policy/vocabulary.ts";

type Hold = (input: { toolId: string; reason: string }) => Promise<Outcome<unknown>>;

interface ToolActionsProps {
  toolId: string;
  name: string;
  state: ToolState;
  quarantine: Hold | null;
  retire: Hold | null;
}

/** Taking a tool away is quick; giving it back is a review. */
export function ToolActions({ toolId, name, state, quarantine, retire }: ToolActionsProps) {
  return (
    <>
      {quarantine && state !== "quarantined" && state !== "retired" && (
        <ConfirmWithReason
          label="Quarantine"
          danger
          title={`Quarantine ${name}`}
          description="It stops at once: calls that wait are denied, calls that were released and not taken are cancelled. A review puts it back in force."
          done={`${name} is quarantined.`}
          act={(reason) => quarantine({ toolId, reason })}
        />
      )}
      {retire && state !== "retired" && (
        <ConfirmWithReason
          label="Retire"
          danger
          title={`Retire ${name} for good`}
          description="It never runs again, and its name stays taken: no other tool may have it. Its history is kept."
          done={`${name} is retired.`}
          act={(reason) => retire({ toolId, reason })}
        />
      )}
    </>
  );
}
