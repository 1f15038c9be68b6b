"use client";
import { RefreshCw } from "lucide-react";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface SyncButtonProps {
  serverId: string;
  underWay: boolean;
  sync: (input: { serverId: string }) => Promise<Outcome<unknown>>;
}

export function SyncButton({ serverId, underWay, sync }: SyncButtonProps) {
  const [busy, start] = useTransition();
  const ask = () =>
    start(async () => {
      const outcome = await callAction(() => sync({ serverId }));
      if (!outcome.ok) toast.error(outcome.message);
    });
  return (
    <Button size="sm" busy={busy || underWay} onClick={ask}>
      <RefreshCw size={14} aria-hidden /> List again
    </Button>
  );
}
