"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface ServeSwitchProps {
  toolId: string;
  serving: boolean;
  set: (input: { toolId: string; serve: boolean }) => Promise<Outcome<unknown>>;
}

/** A choice that only tools have which read and reach nothing. Not the default: behaviour may have changed with the words. */
export function ServeSwitch({ toolId, serving, set }: ServeSwitchProps) {
  const [busy, start] = useTransition();
  const change = () =>
    start(async () => {
      const outcome = await callAction(() => set({ toolId, serve: !serving }));
      if (!outcome.ok) toast.error(outcome.message);
    });
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
      {serving
        ? "While it has drifted, the version that was reviewed is served."
        : "While it has drifted, calls are refused."}
      <Button size="sm" busy={busy} onClick={change}>
        {serving ? "Refuse calls meanwhile" : "Serve the reviewed version meanwhile"}
      </Button>
    </p>
  );
}
