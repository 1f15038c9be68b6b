"use client";
import Link from "next/link";
import type { ReactNode, RefObject } from "react";
import { PlanFacts } from "#components/decision/plan-preview.tsx";
import { TraceList } from "#components/decision/trace-list.tsx";
import { FindingList } from "#components/findings/finding-list.tsx";
import { StageStrip } from "#components/stages/stage-strip.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import { ArgumentList } from "#components/untrusted/argument-list.tsx";
import type { Argument } from "#components/untrusted/arguments-of.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ApprovalDetail as Detail } from "#lib/approvals/queries/read-approval.ts";

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

/** One call to decide, in the order in which it should be read: what, why, with what, by what, where, and last who says so. */
export function ApprovalDetail({ detail, items, opened, onOpen, argumentsEnd, after }: ApprovalDetailProps) {
  const { tool, agent, trace } = detail;
  const held = trace?.lines.filter(({ concluded }) => concluded === "hold") ?? [];
  const pending = detail.status === "pending";
  return (
    <article aria-label="Selected call">
      <h1 className="text-lg font-semibold tracking-[-0.015em]">
        <VisibleText text={detail.effect} />
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-2">
        <Chip>
          <RiskMark tier={detail.tier} size={12} /> {tool.safetyClass}
        </Chip>
        <Chip mono>
          {tool.name} v{tool.version}
        </Chip>
        <Chip>
          {agent.name} · {agent.accessLevel}
        </Chip>
        <span>
          asked <Ago at={detail.askedAt} />
        </span>
        {pending && (
          <span>
            expires in <Countdown until={detail.expiresAt} />
          </span>
        )}
      </div>
      <StageStrip
        call={{ ...detail, claimedAt: null, startedAt: null, hasOutput: false, errorCode: null }}
        flat
        notes={pending ? { approve: detail.required > 1 ? "two people" : "one person" } : {}}
      />
      <Callout tone={detail.tier === "low" ? "accent" : detail.tier} title={<HeldBecause detail={detail} />}>
        {held.map((line) => (
          <span key={line.rule} className="block">
            Rule <code className="text-sm">{line.rule}</code>, policy v{trace?.policyVersion}.{" "}
            {line.saw && (
              <>
                Saw: <VisibleText text={line.saw} />.
              </>
            )}
          </span>
        ))}
        {pending && detail.right.sentence && (
          <span className="mt-1 block font-medium text-ink">{detail.right.sentence}</span>
        )}
      </Callout>

      <div className="mt-5">
        <Section title="Arguments" note="written by the agent, shown in full">
          {items ? (
            <ArgumentList items={items} opened={opened} onOpen={onOpen} />
          ) : (
            <Callout tone="bad" title={<b className="font-semibold">The input cannot be inspected.</b>}>
              It is not a JSON object. Reject it unless you know why.
            </Callout>
          )}
          <div ref={argumentsEnd} className="h-px" />
        </Section>
        {tool.findings.length > 0 && (
          <Section title="Findings" note="in the tool's definition">
            <FindingList findings={tool.findings} />
          </Section>
        )}
        <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
          <Section title="Tool">
            <KeyValues
              items={[
                {
                  key: "tool",
                  value: (
                    <Link href={`/registry/${tool.name}`} className="font-mono text-sm text-accent hover:underline">
                      {tool.name} v{tool.version}
                    </Link>
                  ),
                },
                { key: "definition", value: <Hash value={tool.definitionHash} /> },
                {
                  key: "reviewed",
                  value: tool.reviewedAt ? (
                    <>
                      {tool.reviewedBy ? `${tool.reviewedBy}, ` : ""}
                      <Ago at={tool.reviewedAt} />
                    </>
                  ) : (
                    "at installation"
                  ),
                },
                { key: "input", value: <Hash value={detail.inputDigest} /> },
                { key: "your vote binds", value: <Hash value={detail.digest} /> },
              ]}
            />
          </Section>
          <Section title="Would run in" note="policy ∩ access level">
            <PlanFacts plan={detail.plan} />
          </Section>
        </div>
        <Section title="Every check" note={trace ? `${trace.lines.length}, in order` : undefined}>
          <TraceList trace={trace} brief />
        </Section>
        {detail.justification && (
          <Section title="What the agent says" note="claimed, not verified">
            <UntrustedBlock>
              <p className="px-3 py-2">
                <VisibleText text={detail.justification} />
              </p>
            </UntrustedBlock>
          </Section>
        )}
        <p className="mt-5 text-sm text-ink-2">
          Agent{" "}
          <Link href={`/agents/${agent.name}`} className="text-accent hover:underline">
            {agent.name}
          </Link>
          , owned by {agent.owner}. The record of this call is its{" "}
          <Link href={`/invocations/${detail.id}`} className="text-accent hover:underline">
            invocation page
          </Link>
          .
        </p>
        {after}
      </div>
    </article>
  );
}

function HeldBecause({ detail }: { detail: Detail }) {
  const strictest = detail.trace?.lines.find(
    ({ concluded, people }) => concluded === "hold" && (people ?? 1) >= detail.required,
  );
  const people = detail.required > 1 ? "two people" : "one person";
  if (detail.status === "pending") {
    return (
      <>
        <b className="font-semibold">Held for {people}</b>
        {strictest && (
          <>
            : <VisibleText text={strictest.sentence} />
          </>
        )}
      </>
    );
  }
  return (
    <b className="font-semibold">
      This call was held for {people} and is now {detail.status}.
    </b>
  );
}
