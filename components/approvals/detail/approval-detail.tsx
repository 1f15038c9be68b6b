"use client";
import type { ReactNode, RefObject } from "react";
import { TraceList } from "#components/decision/trace-list.tsx";
import { FindingsInText } from "#components/findings/findings-in-text.tsx";
import { StageStrip } from "#components/stages/stage-strip.tsx";
import { Chip, Flag } from "#components/ui/chip.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import type { Argument } from "#components/untrusted/arguments-of.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { firstSeenIn, firstSeenKind } from "#lib/approvals/first-seen.ts";
import type { ApprovalDetail as Detail } from "#lib/approvals/queries/read-approval.ts";
import { AgentClaim } from "./agent-claim.tsx";
import { AgentFacts } from "./agent-facts.tsx";
import { ArgumentConcerns, CopiedTexts } from "./argument-concerns.tsx";
import { ArgumentsSection } from "./arguments-section.tsx";
import { EditedNotice } from "./edited-notice.tsx";
import { HeldBecause } from "./held-because.tsx";
import { ComparedCall } from "./last-approved.tsx";
import { RunFacts } from "./run-facts.tsx";
import { ToolFacts } from "./tool-facts.tsx";

interface ApprovalDetailProps {
  detail: Detail;
  items: readonly Argument[] | undefined;
  opened: ReadonlySet<string>;
  onOpen: (name: string) => void;
  /** Stands behind the last argument; when it is in view, all of them have been shown. */
  argumentsEnd: RefObject<HTMLDivElement | null>;
  /** Timeline and comments. */
  after?: ReactNode;
  /** Somebody selected this text in the arguments and wants to know where else it stands. */
  onPivot?: (text: string) => void;
}

/** One call to decide, in the order in which it should be read: what, why, with what, from where, by what, where, and last who says so. */
export function ApprovalDetail({ detail, items, opened, onOpen, argumentsEnd, after, onPivot }: ApprovalDetailProps) {
  const { tool, trace, context } = detail;
  return (
    <article aria-label="Selected call">
      <h1 className="text-lg font-semibold tracking-[-0.015em]">
        <VisibleText text={detail.effect} />
      </h1>
      <Facts detail={detail} inspectable={items !== undefined} />
      <StageStrip
        call={{ ...detail, claimedAt: null, startedAt: null, hasOutput: false, errorCode: null }}
        flat
        notes={detail.status === "pending" ? { approve: detail.required > 1 ? "two people" : "one person" } : {}}
      />
      <HeldBecause detail={detail} />
      <div className="mt-5">
        <ArgumentsSection
          items={items}
          edited={detail.edited !== null}
          marks={context.marks}
          opened={opened}
          onOpen={onOpen}
          argumentsEnd={argumentsEnd}
          onPivot={onPivot}
        />
        {detail.edited && <EditedNotice edited={detail.edited} />}
        <ArgumentConcerns context={context} />
        {tool.findings.length > 0 && (
          <Section title="Findings" note="in the tool's definition">
            <FindingsInText definition={tool.flagged} findings={tool.findings} />
          </Section>
        )}
        <ComparedCall context={context} />
        <CopiedTexts context={context} />
        <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
          <ToolFacts detail={detail} />
          <RunFacts detail={detail} />
        </div>
        <AgentFacts detail={detail} />
        <Section title="Every check" note={trace ? `${trace.lines.length}, in order` : undefined}>
          <TraceList trace={trace} brief />
        </Section>
        {detail.justification && <AgentClaim text={detail.justification} />}
        {after}
      </div>
    </article>
  );
}

function Facts({ detail, inspectable }: { detail: Detail; inspectable: boolean }) {
  const { tool, agent, context } = detail;
  const firstSeen = firstSeenIn(detail.trace);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-2">
      <Chip>
        <RiskMark tier={detail.tier} size={12} /> {tool.safetyClass}
      </Chip>
      <Chip mono>
        {tool.name} v{tool.version}
      </Chip>
      <Chip>
        {agent.name} · {agent.actsAt}
      </Chip>
      {!inspectable && <Flag tone="bad">Uninspectable</Flag>}
      {detail.edited && <Flag tone="medium">Edit</Flag>}
      {(tool.state === "drifted" || tool.drifts > 0 || !tool.inForce) && <Flag tone="bad">Drift</Flag>}
      {context.copies.length > 0 && <Flag tone="dual">Copied</Flag>}
      {context.findings.length + context.hosts.length + tool.findings.length > 0 && <Flag tone="high">Finding</Flag>}
      {firstSeen !== null && <Flag tone="high">New {firstSeenKind(firstSeen)}</Flag>}
      {(context.comparedWith === 0 || context.novelty.length > 0) && <Flag tone="medium">New</Flag>}
      <span>
        asked <Ago at={detail.askedAt} />
      </span>
      {detail.status === "pending" && (
        <span>
          expires in <Countdown until={detail.expiresAt} />
        </span>
      )}
    </div>
  );
}
