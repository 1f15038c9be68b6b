import type { ReactNode } from "react";
import type { StageName } from "#components/stages/derive-stages.ts";
import { ClockTime } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { wasLost } from "./lost-worker.ts";

/** What stands under each stage of a call's strip: when, how many, who, how long. */
export function stageNotes(call: InvocationDetail): Partial<Record<StageName, ReactNode>> {
  const checks = call.trace?.lines.filter(({ stage }) => stage === "check");
  const run = call.runs.at(-1);
  const findings = call.output?.findings.length ?? 0;
  return {
    ask: <ClockTime at={call.askedAt} />,
    check: checks ? checkWords(checks) : "cannot be read",
    decide: verdictWords(call),
    approve: approvalWords(call),
    run: wasLost(run)
      ? "dispatcher lost"
      : run?.usage
        ? `${run.plan?.backend ?? ""} ${duration(run.usage.wallMs)}`
        : run
          ? run.worker
          : undefined,
    clean: call.output
      ? findings === 0
        ? "nothing found"
        : findings === 1
          ? "1 finding"
          : `${findings} findings`
      : undefined,
    record: call.lastAudit ? `lane ${call.lastAudit.lane} · ${call.lastAudit.seq.toLocaleString("en-GB")}` : undefined,
  };
}

function checkWords(checks: readonly TraceLine[]): string {
  const passed = checks.filter(({ concluded }) => concluded === "pass").length;
  return checks.length > 0 ? `${passed} of ${checks.length} passed` : "no checks";
}

function verdictWords({ trace, bypassedBy }: InvocationDetail): string {
  if (bypassedBy) return `bypassed by ${bypassedBy}`;
  if (!trace) return "cannot be read";
  const { verdict } = trace;
  return verdict.kind === "hold" ? `hold for ${verdict.people}` : verdict.kind;
}

function approvalWords({ votes, status, approvalStatus }: InvocationDetail): ReactNode {
  if (status === "denied") return "not reached";
  if (approvalStatus === "not_required") return "nobody needed";
  if (status === "pending") return "waiting";
  if (votes.length === 0) return approvalStatus;
  return votes.map(({ by }) => by).join(", ");
}
