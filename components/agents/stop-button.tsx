"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";

interface StopButtonProps {
  agentId: string;
  name: string;
  /** Of the switch that is thrown for it. */
  switchId: string | null;
  stop: (input: { agentId: string; reason: string }) => Promise<Outcome<unknown>>;
  release: (input: { id: string; reason: string }) => Promise<Outcome<unknown>>;
}

/** The kill switch for one agent: what runs is killed, what waits stays. Freezing lets what runs come to its end. */
export function StopButton({ agentId, name, switchId, stop, release }: StopButtonProps) {
  return switchId === null ? (
    <ConfirmWithReason
      label="Stop agent"
      title={`Stop ${name} now?`}
      description="Its running calls are killed within a second, and none is released until the switch is released."
      danger
      done={`${name} is stopped.`}
      act={(reason) => stop({ agentId, reason })}
    />
  ) : (
    <ConfirmWithReason
      label="Let it go on"
      title={`Let ${name} go on?`}
      description="Its calls are decided and dispatched again."
      done={`${name} goes on.`}
      act={(reason) => release({ id: switchId, reason })}
    />
  );
}
