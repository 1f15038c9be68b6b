"use client";
import type { RefObject } from "react";
import type { DecisionControl, OnDecided } from "#components/approvals/decision/use-decision.ts";
import { takesTypedName } from "#components/registry/review/review-needs.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ReviewedItem } from "#lib/approvals/items/other-item.ts";
import { ActionBody } from "./action-body.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { ItemVotes } from "./item-votes.tsx";
import { ITEM_WORDS, STATUS_WORDS } from "./item-words.ts";
import { PanelFrame } from "./panel-frame.tsx";
import { PolicyBody } from "./policy-body.tsx";
import { TeamRunBody } from "./team-run-body.tsx";
import { TrustBody } from "./trust-body.tsx";
import { useItemDecision } from "./use-item-decision.ts";
import { VersionBody } from "./version-body.tsx";

interface ReviewPanelProps {
  item: ReviewedItem;
  shortcuts: boolean;
  onDecided: OnDecided;
  onBack: () => void;
  control: RefObject<DecisionControl | null>;
}

/** A question that people vote on, and the two answers to it. */
export function ReviewPanel({ item, shortcuts, onDecided, onBack, control }: ReviewPanelProps) {
  const decision = useItemDecision(item, onDecided, control);
  const words = ITEM_WORDS[item.kind];
  return (
    <PanelFrame
      onBack={onBack}
      label={`Selected ${words.thing}`}
      subject={{ kind: item.kind, id: item.id }}
      open={!item.over}
      footer={
        item.over ? (
          <p className="text-ink-2">
            This {words.thing} is no longer open: {STATUS_WORDS[item.status]}.
          </p>
        ) : (
          <>
            <Button
              tone="primary"
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "A" : undefined}
              disabled={!decision.canApprove}
              aria-describedby="item-words"
              onClick={decision.approve}
            >
              {words.approve}…
            </Button>
            <Button
              tone="danger"
              size="lg"
              className="max-md:flex-1"
              shortcut={shortcuts ? "R" : undefined}
              disabled={!decision.canReject}
              onClick={decision.reject}
            >
              Reject…
            </Button>
            <p id="item-words" className="min-w-0 text-sm text-ink-2 max-md:order-first max-md:w-full">
              {decision.notYet ? `${decision.notYet}.` : item.right.sentence}
            </p>
          </>
        )
      }
    >
      <h1 className="text-lg font-semibold tracking-[-0.015em]">
        <VisibleText text={item.effect} />
      </h1>
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-2">
        <Chip>{words.thing}</Chip>
        {item.kind === "tool_version" && <Chip>{item.safetyClass}</Chip>}
        <span>
          asked <Ago at={item.askedAt} />
        </span>
        {!item.over && (
          <span>
            ends in <Countdown until={item.expiresAt} />
          </span>
        )}
      </div>
      <Callout
        tone={item.required > 1 ? "dual" : "medium"}
        title={<b className="font-semibold">It takes {item.required > 1 ? "two people" : "one person"}.</b>}
      >
        <ItemVotes item={item} />
      </Callout>
      <div className="mt-5">
        {item.kind === "tool_version" && <VersionBody item={item} />}
        {item.kind === "policy_version" && <PolicyBody item={item} />}
        {item.kind === "trust_change" && <TrustBody item={item} />}
        {item.kind === "team_run" && <TeamRunBody item={item} />}
        {item.kind === "action" && <ActionBody item={item} />}
        <div ref={decision.end} className="h-px" />
      </div>
      {decision.asking && (
        <ItemDialog
          key={decision.asking.decision}
          {...decision.asking}
          typed={typedFor(decision.asking.item)}
          refusal={decision.refusal}
          busy={decision.busy}
          onSend={decision.send}
          onClose={decision.close}
        />
      )}
    </PanelFrame>
  );
}

/** As on the version's own page: much that changed, or anything found, takes the name in the reviewer's own typing. */
function typedFor(item: ReviewedItem): string | null {
  if (item.kind !== "tool_version") return null;
  return takesTypedName(item.inForce ? item.changes : null, item.findings.length) ? item.tool : null;
}
