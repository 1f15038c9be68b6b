"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface AskAgainProps {
  versionId: string;
  version: number;
  why: string;
  /** Null for a person who may not ask. */
  ask: ((input: { versionId: string }) => Promise<Outcome<unknown>>) | null;
}

/** A version that could be put in force and that nobody is asked about: the question ran out, or moved, or was never put. */
export function AskAgain({ versionId, version, why, ask }: AskAgainProps) {
  const [busy, start] = useTransition();
  const send = () =>
    start(async () => {
      if (!ask) return;
      const outcome = await callAction(() => ask({ versionId }));
      if (outcome.ok) toast.success(`Reviewers are asked about v${version}.`);
      else toast.error(outcome.message);
    });
  return (
    <div className="mb-4">
      <Callout tone="medium" title={<b className="font-semibold">Nobody is asked about v{version} now.</b>}>
        <span className="flex flex-wrap items-center gap-3">
          {why}
          {ask && (
            <Button size="sm" busy={busy} onClick={send}>
              Ask for a review
            </Button>
          )}
        </span>
      </Callout>
    </div>
  );
}
