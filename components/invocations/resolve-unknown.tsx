"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Resolution } from "#lib/invocations/read-lost-run.ts";
import type { ResolvedAs, SeenRun } from "#lib/invocations/resolve-unknown.ts";
import { OUTCOME_ID } from "./outcome-id.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";

export type ResolveUnknownAction = (
  input: SeenRun & { outcome: ResolvedAs; reason: string },
) => Promise<Outcome<unknown>>;

interface ResolveUnknownProps {
  seen: SeenRun;
  effect: string;
  obstacle: string | null;
  /** Not null once it is resolved: an open question then says so instead of vanishing under the hands. */
  resolution: Resolution | null;
  resolve: ResolveUnknownAction;
}

/** The two answers. What is answered is what was rendered: the call, and which run of it. */
export function ResolveUnknown({ seen, effect, obstacle, resolution, resolve }: ResolveUnknownProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [asking, setAsking] = useState<ResolvedAs | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const wasAsked = useRef(false);
  useEffect(() => {
    // The buttons are gone, and with them the place that had the focus.
    if (resolution && asking === null && wasAsked.current) document.getElementById(OUTCOME_ID)?.focus();
  }, [resolution, asking]);

  const ask = (outcome: ResolvedAs) => {
    wasAsked.current = true;
    setRefusal(undefined);
    setAsking(outcome);
  };
  const send = (outcome: ResolvedAs, reason: string) =>
    start(async () => {
      const answer = await callAction(() => resolve({ ...seen, outcome, reason }));
      if (answer.ok) {
        setAsking(null);
        toast.success(outcome === "completed" ? "Resolved: it took effect." : "Resolved: it did not take effect.", {
          description: "The agent receives your reason.",
        });
      } else if (answer.code === "wrong_state") {
        setAsking(null);
        toast("Somebody else resolved this first.", { description: "Their answer and reason are on the page." });
      } else {
        setRefusal(answer.message);
      }
      router.refresh();
      await client.invalidateQueries();
    });

  return (
    <>
      {resolution === null && (
        <div className="mt-4 flex flex-wrap items-center gap-2 border-t pt-3">
          <Button
            size="lg"
            className="max-md:flex-1"
            disabled={obstacle !== null}
            aria-describedby={obstacle ? `${OUTCOME_ID}-obstacle` : undefined}
            onClick={() => ask("completed")}
          >
            <span className="text-ok" aria-hidden>
              ✓
            </span>
            It took effect
          </Button>
          <Button
            size="lg"
            className="max-md:flex-1"
            disabled={obstacle !== null}
            aria-describedby={obstacle ? `${OUTCOME_ID}-obstacle` : undefined}
            onClick={() => ask("failed")}
          >
            <span className="text-bad" aria-hidden>
              ✕
            </span>
            It did not
          </Button>
          {obstacle && (
            <p id={`${OUTCOME_ID}-obstacle`} className="text-ink-2 max-md:w-full md:ml-1">
              {obstacle}
            </p>
          )}
        </div>
      )}
      {asking && (
        <ResolveDialog
          outcome={asking}
          effect={effect}
          resolution={resolution}
          refusal={refusal}
          busy={busy}
          onSend={(reason) => send(asking, reason)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
