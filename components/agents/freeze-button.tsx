"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

interface FreezeButtonProps {
  agentId: string;
  name: string;
  frozen: boolean;
  freeze: (input: { agentId: string; frozen: boolean; reason: string }) => Promise<Outcome<unknown>>;
}

export function FreezeButton({ agentId, name, frozen, freeze }: FreezeButtonProps) {
  return (
    <ConfirmWithReason
      label={frozen ? "Unfreeze" : "Freeze"}
      title={frozen ? `Let ${name} go on?` : `Freeze ${name}?`}
      description={
        frozen
          ? "It may ask for calls again, under its level and profile."
          : "Its calls are denied from now on, and none of its waiting calls can be approved."
      }
      danger={!frozen}
      done={frozen ? `${name} may go on.` : `${name} is frozen.`}
      act={(reason) => freeze({ agentId, frozen: !frozen, reason })}
    />
  );
}
