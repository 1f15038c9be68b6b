"use client";
import { useEffect, useState } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";

export type Undo = (input: { id: string }) => Promise<Outcome<unknown>>;

interface UndoReleaseProps {
  id: string;
  /** When dispatchers may take it, by this machine's clock. */
  until: number;
  undo: Undo;
  onDone?: () => void;
}

/** "Runs in 5 s · Undo". Until a dispatcher has it, it can be taken back; whether one has, the database says. */
export function UndoRelease({ id, until, undo, onDone }: UndoReleaseProps) {
  const left = useCountdown(until);
  const [busy, run] = useOneAtATime();
  const act = async () => {
    const outcome = await callAction(() => undo({ id }));
    if (outcome.ok) toast.success("Taken back. It did not run, and the agent is told so.");
    else toast(outcome.code === "wrong_state" ? `Too late to take it back. ${outcome.message}` : outcome.message);
    onDone?.();
  };
  return (
    <span className="inline-flex items-center gap-2.5">
      {/* Its first seconds are the server's. */}
      <span suppressHydrationWarning className="figures whitespace-nowrap text-ink-2">
        {left > 0 ? `Runs in ${left} s` : "Runs now"}
      </span>
      <Button size="sm" className="max-md:h-10 max-md:px-4" busy={busy} onClick={() => void run(act)}>
        Undo
      </Button>
    </span>
  );
}

function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
