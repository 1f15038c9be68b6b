"use client";
import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type RefObject, useState } from "react";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { useSettled } from "#components/approvals/decision/use-settled.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { CallArguments } from "#components/invocations/call-arguments.tsx";
import { LostRunFacts } from "#components/invocations/lost-run-facts.tsx";
import { Resolution } from "#components/invocations/resolution.tsx";
import { ResolveDialog } from "#components/invocations/resolve-dialog.tsx";
import { WhereToLook } from "#components/invocations/where-to-look.tsx";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { UnknownItem } from "#lib/approvals/items/other-item.ts";
import type { ResolvedAs } from "#lib/invocations/resolve-unknown.ts";
import { PanelFrame } from "./panel-frame.tsx";
import { useItemKeys } from "./use-item-keys.ts";

interface UnknownPanelProps {
  item: UnknownItem;
  shortcuts: boolean;
  onDecided: OnDecided;
  onBack: () => void;
  control: RefObject<DecisionControl | null>;
}

/** A call of which nobody knows whether it took effect: what is known, where to look, and the two answers. */
export function UnknownPanel({ item, shortcuts, onDecided, onBack, control }: UnknownPanelProps) {
  const { call, lost, obstacle } = item;
  const { resolveUnknown } = useInboxActions();
  const client = useQueryClient();
  const settled = useSettled(`${call.id} ${lost.fence}`);
  const [asking, setAsking] = useState<ResolvedAs | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const can = settled && obstacle === null && lost.resolution === null && !busy;
  const ask = (outcome: ResolvedAs) => {
    if (!can) return;
    setRefusal(undefined);
    setAsking(outcome);
  };
  const subject = { kind: "invocation", id: call.id } as const;
  useItemKeys(control, subject, { approve: () => ask("completed"), reject: () => ask("failed") });

  const send = async (outcome: ResolvedAs, reason: string) => {
    setBusy(true);
    const answer = await callAction(() => resolveUnknown({ id: call.id, fence: lost.fence, outcome, reason }));
    setBusy(false);
    if (answer.ok) {
      setAsking(null);
      toast.success(outcome === "completed" ? "Resolved: it took effect." : "Resolved: it did not take effect.");
      onDecided(item.id, item.revision, "resolved");
    } else if (answer.code === "wrong_state") {
      setAsking(null);
      toast("Somebody else resolved this first.");
      onDecided(item.id, item.revision, "decided");
    } else setRefusal(answer.message);
    await client.invalidateQueries();
  };

  return (
    <PanelFrame
      onBack={onBack}
      label="Selected call of unknown outcome"
      subject={subject}
      open={lost.resolution === null}
      footer={
        lost.resolution ? (
          <p className="text-ink-2">Resolved.</p>
        ) : (
          <>
            <Button
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "A" : undefined}
              disabled={!can}
              onClick={() => ask("completed")}
            >
              <span className="text-ok" aria-hidden>
                ✓
              </span>
              It took effect…
            </Button>
            <Button
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "R" : undefined}
              disabled={!can}
              onClick={() => ask("failed")}
            >
              <span className="text-bad" aria-hidden>
                ✕
              </span>
              It did not…
            </Button>
            <p className="min-w-0 text-sm text-ink-2 max-md:order-first max-md:w-full">{obstacle}</p>
          </>
        )
      }
    >
      <h1 className="text-lg font-semibold tracking-[-0.015em]">
        <VisibleText text={call.effect} />
      </h1>
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-2 text-ink-2">
        <Chip>
          <RiskMark tier={call.tier} size={12} /> {call.tool.safetyClass}
        </Chip>
        <Chip mono>
          {call.tool.name} v{call.tool.version}
        </Chip>
        <Chip>{call.agent.name}</Chip>
        <Link href={`/invocations/${call.id}`} prefetch={false} className="text-accent underline">
          its own page
        </Link>
      </div>
      {lost.resolution ? (
        <Resolution resolution={lost.resolution} lost={lost} titleId="resolution-title" />
      ) : (
        <>
          <Callout tone="dual" title={<b className="font-semibold">Nobody knows whether this took effect.</b>}>
            Its dispatcher was lost while the call ran.{" "}
            {lost.idempotent
              ? "It was not run again: its tool or agent may no longer run, or too many dispatchers were lost with it."
              : "It was not run again, because a second run could have a second effect."}{" "}
            {obstacle && <b className="font-medium text-ink">{obstacle}</b>}
          </Callout>
          <div className="mt-5">
            <Section title="What happened">
              <LostRunFacts lost={lost} />
            </Section>
            <Section title="Where to look">
              <WhereToLook lost={lost} />
            </Section>
            <Section title="Arguments" note="written by the agent">
              <CallArguments input={call.input} />
            </Section>
          </div>
        </>
      )}
      {asking && (
        <ResolveDialog
          outcome={asking}
          effect={call.effect}
          resolution={lost.resolution}
          refusal={refusal}
          busy={busy}
          onSend={(reason) => void send(asking, reason)}
          onClose={() => setAsking(null)}
        />
      )}
    </PanelFrame>
  );
}
