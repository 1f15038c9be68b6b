"use client";
import { RotateCcw } from "lucide-react";
import { useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import { toast } from "#components/ui/toast.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { RecordedResult } from "#lib/invocations/idempotency-store.ts";

interface ReplayCallProps {
  agentId: string;
  idempotencyKey: string;
  replay: (input: { agentId: string; key: string }) => Promise<Outcome<RecordedResult>>;
}

/** What the agent gets when it asks again with the same key: the recorded result. Nothing runs, here or there. */
export function ReplayCall({ agentId, idempotencyKey, replay }: ReplayCallProps) {
  const [recorded, setRecorded] = useState<RecordedResult>();
  const [busy, start] = useTransition();
  const act = () =>
    start(async () => {
      const outcome = await callAction(() => replay({ agentId, key: idempotencyKey }));
      if (outcome.ok) setRecorded(outcome.value);
      else toast.error(outcome.message);
    });
  return (
    <>
      <Button size="sm" busy={busy} onClick={act}>
        <RotateCcw size={14} aria-hidden /> Replay
      </Button>
      {recorded && (
        <Dialog
          open
          onOpenChange={() => setRecorded(undefined)}
          title="Replayed from the record"
          description="Asked again with this key, the agent is given this result. Nothing ran."
          footer={<Button onClick={() => setRecorded(undefined)}>Close</Button>}
        >
          <div className="grid gap-3">
            <KeyValues
              bare
              items={[
                { key: "key", value: <Hash value={idempotencyKey} head={20} /> },
                { key: "status", value: <StateMark state={recorded.status} /> },
                { key: "recorded", value: <ClockTime at={recorded.completedAt} form="zoned" /> },
                ...(recorded.executionTimeMs === null
                  ? []
                  : [{ key: "ran for", value: duration(recorded.executionTimeMs) }]),
                ...(recorded.errorCode ? [{ key: "error", value: recorded.errorCode }] : []),
              ]}
            />
            <UntrustedBlock>
              <ScrollRegion label="Recorded output" className="max-h-72 overflow-auto">
                <pre className="whitespace-pre-wrap px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
                  <VisibleText text={JSON.stringify(recorded.output ?? recorded.reason, null, 2)} />
                </pre>
              </ScrollRegion>
            </UntrustedBlock>
          </div>
        </Dialog>
      )}
    </>
  );
}
