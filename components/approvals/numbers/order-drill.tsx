"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

export type OrderDrillAction = (input: Record<never, never>) => Promise<Outcome<{ placed: boolean }>>;

export function OrderDrill({ order }: { order: OrderDrillAction }) {
  const [busy, start] = useTransition();
  const act = () =>
    start(async () => {
      const outcome = await callAction(() => order({}));
      if (!outcome.ok) toast.error(outcome.message);
      else if (outcome.value.placed)
        toast.success("A drill waits in the inbox.", {
          description: "It looks like any other call. Another person answers it.",
        });
      else
        toast("There is nothing to make a drill from yet.", {
          description: "Drills are made from calls that people were asked about lately.",
        });
    });
  return (
    <Button busy={busy} onClick={act}>
      Place a drill now
    </Button>
  );
}
