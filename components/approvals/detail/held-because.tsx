import Link from "next/link";
import { WhyNoRule } from "#components/approvals/rules/why-no-rule.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { firstSeenIn } from "#lib/approvals/first-seen.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import { holdingLines } from "#lib/policy/holding-lines.ts";

/** Why a call waits, how many people it takes, who they may be, and whether the reader is one of them. */
export function HeldBecause({ detail }: { detail: ApprovalDetail }) {
  const { trace, right } = detail;
  const held = holdingLines(trace);
  const pending = detail.status === "pending";
  const firstSeen = firstSeenIn(trace);
  return (
    <Callout tone={detail.tier === "low" ? "accent" : detail.tier} title={<Title detail={detail} />}>
      {!pending && <Decided detail={detail} />}
      {held.map((line) => (
        <span key={`${line.rule} ${line.saw}`} className="block">
          Rule <code className="text-sm">{line.rule}</code>,{" "}
          <Link href={`/policies/versions/${trace?.policyVersion}`} prefetch={false} className="underline">
            policy v{trace?.policyVersion}
          </Link>
          .{" "}
          {line.saw && (
            <>
              Saw: <VisibleText text={line.saw} />.
            </>
          )}
        </span>
      ))}
      {firstSeen !== null && (
        <span className="block">
          One tier higher: {detail.agent.name} has not reached{" "}
          <span className="font-mono text-xs [overflow-wrap:anywhere]">
            <VisibleText text={firstSeen} />
          </span>{" "}
          with this tool before.
        </span>
      )}
      {pending && detail.tool.ruled && <WhyNoRule id={detail.id} tool={detail.tool.name} />}
      {pending && (
        <span className="mt-1 block">
          <b className="font-medium text-ink">{right.sentence ?? "You may vote."}</b> <MayVote detail={detail} />
        </span>
      )}
    </Callout>
  );
}

function Title({ detail }: { detail: ApprovalDetail }) {
  const people = detail.required > 1 ? "two people" : "one person";
  if (detail.status !== "pending") {
    return (
      <b className="font-semibold">
        This call was held for {people} and is now {detail.status}.
      </b>
    );
  }
  const strictest = detail.trace?.lines.find(
    ({ concluded, people: asked }) => concluded === "hold" && (asked ?? 1) >= detail.required,
  );
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

/** Who decided, and what the agent was told: the first thing that is asked of a call that is over. */
function Decided({ detail: { votes, reason } }: { detail: ApprovalDetail }) {
  return (
    <span className="mb-1 block text-ink">
      {votes?.map(({ by, decision, at }) => (
        <span key={`${by} ${at}`} className="block">
          {decision === "approve" ? "Approved" : "Rejected"} by <b className="font-medium">{by}</b>, <Ago at={at} />
        </span>
      ))}
      {reason !== null && (
        <span className="block">
          The agent was told: <VisibleText text={reason} />
        </span>
      )}
    </span>
  );
}

/** Whoever has not voted is not told how many have: the second vote is to be a vote of its own. */
function MayVote({ detail: { voters, votes, required, right } }: { detail: ApprovalDetail }) {
  const { names, more } = voters;
  const others = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const enough = names.length + more + (right.approve || votes ? 1 : 0) >= required;
  return (
    <>
      {whoElse(right.approve, others)}{" "}
      {votes && (
        <span className="figures">
          {votes.filter(({ decision }) => decision === "approve").length} of {required} said yes.
        </span>
      )}
      {!enough && <b className="font-semibold text-bad">Fewer people may approve it than it takes.</b>}
    </>
  );
}

function whoElse(mayApprove: boolean, others: string): string {
  if (others === "") return mayApprove ? "Nobody else may." : "Nobody else may approve it.";
  return mayApprove ? `So may ${others}.` : `${others} may approve it.`;
}
