"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

export type DrainAction = (input: { workerId: string; draining: boolean }) => Promise<Outcome<unknown>>;

interface DrainWorkerProps {
  workerId: string;
  name: string;
  draining: boolean;
  drain: DrainAction;
}

/** Undone by the same button, so it asks nothing. */
export function DrainWorker({ workerId, name, draining, drain }: DrainWorkerProps) {
  const [busy, start] = useTransition();
  const act = () =>
    start(async () => {
      const outcome = await callAction(() => drain({ workerId, draining: !draining }));
      if (!outcome.ok) toast.error(outcome.message);
      else
        toast.success(
          draining ? `${name} takes calls again.` : `${name} finishes what it runs and takes nothing more.`,
        );
    });
  return (
    <Button size="sm" busy={busy} onClick={act} aria-label={`${draining ? "Take back" : "Drain"} ${name}`}>
      {draining ? "Take back" : "Drain"}
    </Button>
  );
}
