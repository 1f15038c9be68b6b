import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Countdown } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import { wasLost } from "./lost-worker.ts";

/** The line under the title: what it is, whose, and how it ended. */
export function InvocationFacts({ call }: { call: InvocationDetail }) {
  return (
    <>
      <StateMark state={call.status} />
      <Chip>
        <RiskMark tier={call.tier} size={12} /> {call.tool.safetyClass}
      </Chip>
      <Link href={`/registry/${call.tool.name}`} prefetch={false}>
        <Chip mono>
          {call.tool.name} v{call.tool.version}
        </Chip>
      </Link>
      <Link href={`/agents/${call.agent.name}`} prefetch={false}>
        <Chip>{call.agent.name}</Chip>
      </Link>
      <Hash value={call.id} />
      <span>{timing(call)}</span>
      {call.status === "pending" && call.expiresAt && (
        <span>
          expires in <Countdown until={call.expiresAt} />
        </span>
      )}
    </>
  );
}

function timing({
  askedAt,
  startedAt,
  claimedAt,
  completedAt,
  approvalStatus,
  status,
  runs,
}: InvocationDetail): string {
  const ms = (from: string, to: string) => duration(Date.parse(to) - Date.parse(from));
  const parts: string[] = [];
  // Of a lost run nobody knows how long it took; the time until a person found out is not it.
  if (claimedAt && completedAt && !wasLost(runs.at(-1))) parts.push(`${status} in ${ms(claimedAt, completedAt)}`);
  if (startedAt && approvalStatus === "approved") parts.push(`waited ${ms(askedAt, startedAt)} for people`);
  return parts.join(", ");
}
