import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { DecisionTrace } from "#lib/policy/decision-trace.ts";
import { describeStoredEffect } from "#lib/policy/effect.ts";
import { readTrace } from "#lib/policy/read-trace.ts";
import type { AccessLevel, ApprovalState, InvocationState, SafetyClass, Tier } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { NetworkEntry, Usage } from "#lib/sandbox/result.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

export interface InvocationVote {
  readonly by: string;
  readonly decision: "approve" | "reject";
  readonly at: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly revision: number;
}

/** One claim of the call by a worker. */
export interface InvocationRun {
  readonly fence: number;
  readonly worker: string;
  readonly claimedAt: string;
  readonly endedAt: string | null;
  readonly plan: SandboxPlan | null;
  readonly usage: Usage | null;
  readonly network: readonly NetworkEntry[] | null;
  readonly exitCode: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface InvocationOutput {
  /** Null: the tool said nothing. */
  readonly rawDigest: string | null;
  /** The id of the key that opens the raw output. */
  readonly sealedTo: string | null;
  readonly cleanedDigest: string;
  /** Null also when it was deleted. */
  readonly cleaned: unknown;
  /** False: what is kept as cleaned is not what the log says, so it was changed in the database. */
  readonly cleanedAsLogged: boolean;
  /** Cleaning changed what the tool returned. */
  readonly altered: boolean;
  readonly findings: readonly Finding[];
  readonly createdAt: string;
  readonly rawDeletedAt: string | null;
  readonly rawDeletedWhy: "retention" | "reviewer" | "unsealed" | null;
  readonly cleanedDeletedAt: string | null;
  readonly hold: { readonly at: string; readonly by: string; readonly reason: string } | null;
}

export interface InvocationDetail {
  readonly id: string;
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly reason: string | null;
  readonly required: number;
  readonly tier: Tier;
  readonly revision: number;
  readonly digest: string;
  readonly policyVersion: number;
  readonly effect: string;
  readonly idempotencyKey: string | null;
  readonly sessionId: string | null;
  readonly taskId: string | null;
  readonly requestId: string | null;
  readonly askedAt: string;
  readonly expiresAt: string | null;
  readonly startedAt: string | null;
  readonly claimableAt: string | null;
  readonly claimedAt: string | null;
  readonly completedAt: string | null;
  readonly expiryKind: "approval" | "execution" | null;
  readonly costEstimate: string | null;
  readonly errorCode: string | null;
  readonly bypassedBy: string | null;
  readonly agent: { readonly id: string; readonly name: string; readonly accessLevel: AccessLevel };
  readonly tool: {
    readonly name: string;
    readonly version: number;
    readonly definitionHash: string;
    readonly safetyClass: SafetyClass;
    readonly external: boolean;
  };
  readonly input: string;
  /** Null when what is stored is not a trace. */
  readonly trace: DecisionTrace | null;
  readonly justification: string | null;
  readonly votes: readonly InvocationVote[];
  readonly runs: readonly InvocationRun[];
  readonly output: InvocationOutput | null;
  readonly auditEntries: number;
  readonly lastAudit: { readonly lane: number; readonly seq: number } | null;
}

interface DetailRow extends Omit<InvocationDetail, "effect" | "trace"> {
  readonly contract: Pick<ToolContract, "name" | "effect">;
  readonly trace: unknown;
  readonly checks: unknown;
}

/** Everything about one call but its raw output, which is read apart and on record. */
export async function readInvocation(sql: postgres.Sql, id: string): Promise<InvocationDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const subject = `invocation:${id.toLowerCase()}`;
  const rows = plainRows(
    await sql<DetailRow[]>`
    select
      i.id, i.status, i.approval_status as "approvalStatus", i.approval_reason as reason,
      i.required_approvals as required, i.tier, i.revision, i.binding_digest as digest,
      i.policy_version as "policyVersion", i.idempotency_key as "idempotencyKey", i.session_id as "sessionId",
      i.task_id as "taskId", i.request_id as "requestId", i.asked_at as "askedAt", i.expires_at as "expiresAt",
      i.started_at as "startedAt", i.claimable_at as "claimableAt", i.claimed_at as "claimedAt", i.completed_at as "completedAt",
      i.expiry_kind as "expiryKind", i.cost_estimate as "costEstimate", i.error_code as "errorCode",
      i.bypassed_by as "bypassedBy", n.input, n.trace, n.checks, n.justification, v.contract,
      jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level) as agent,
      jsonb_build_object('name', t.name, 'version', v.number, 'definitionHash', v.definition_hash,
        'safetyClass', t.safety_class, 'external', v.contract #>> '{runtime,kind}' = 'external') as tool,
      (
        select coalesce(jsonb_agg(jsonb_build_object('by', p.name, 'decision', y.decision, 'at', y.at, 'reason', y.reason,
          'note', y.note, 'revision', a.revision) order by y.at), '[]')
        from agents.approvals a
        join agents.approval_votes y on y.approval_id = a.id
        join agents.people p on p.id = y.person_id
        where a.subject_kind = 'invocation' and a.subject_id = i.id and i.status <> 'pending'
      ) as votes,
      (
        select coalesce(jsonb_agg(jsonb_build_object('fence', r.fence, 'worker', coalesce(w.name, r.worker_id::text),
          'claimedAt', r.claimed_at, 'endedAt', r.ended_at, 'plan', r.plan, 'usage', r.usage, 'network', r.network,
          'exitCode', r.exit_code, 'error', r.error) order by r.fence), '[]')
        from agents.invocation_runs r left join agents.workers w on w.id = r.worker_id
        where r.invocation_id = i.id
      ) as runs,
      case when o.invocation_id is not null then jsonb_build_object('rawDigest', o.raw_digest, 'sealedTo', o.sealed_to,
        'cleanedDigest', o.cleaned_digest, 'cleaned', o.cleaned, 'altered', o.altered, 'findings', o.findings, 'createdAt', o.created_at,
        'rawDeletedAt', o.raw_deleted_at, 'rawDeletedWhy', o.raw_deleted_why, 'cleanedDeletedAt', o.cleaned_deleted_at,
        'cleanedAsLogged', o.cleaned is null or exists (
          select from audit.events e where e.subject = ${subject} and e.action in ('invocation.completed', 'invocation.failed', 'invocation.cancelled')
            and e.body::jsonb ->> 'cleanedDigest' = encode(sha256(convert_to(o.cleaned::text, 'UTF8')), 'hex')),
        'hold', (select jsonb_build_object('at', o.held_at, 'by', h.name, 'reason', o.hold_reason) from agents.people h where h.id = o.held_by)
      ) end as output,
      (select count(*)::int from audit.events e where e.subject = ${subject}) as "auditEntries",
      (
        select jsonb_build_object('lane', e.lane, 'seq', e.seq) from audit.events e
        where e.subject = ${subject} order by e.at_us desc, e.seq desc limit 1
      ) as "lastAudit"
    from agents.tool_invocations i
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    join agents.tools_registry t on t.id = i.tool_id
    join agents.tool_versions v on v.id = i.tool_version_id
    join agents.agents g on g.id = i.agent_id
    left join agents.invocation_outputs o on o.invocation_id = i.id
    where i.id = ${id}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { contract, trace, checks, ...rest } = row;
  // As on the approval: from the input, not in the words of whoever asked.
  return { ...rest, effect: describeStoredEffect(contract, rest.input), trace: readTrace(trace, checks) };
}
