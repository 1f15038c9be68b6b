import type postgres from "postgres";
import { type PlanPreview, previewPlan } from "#lib/approvals/preview-plan.ts";
import { type VoteRight, voteRight } from "#lib/approvals/vote-right.ts";
import { isUuid } from "#lib/invocations/uuid.ts";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { DecisionTrace } from "#lib/policy/decision-trace.ts";
import { describeStoredEffect } from "#lib/policy/effect.ts";
import { readTrace } from "#lib/policy/read-trace.ts";
import type { AccessLevel, ApprovalState, InvocationState, SafetyClass, Tier } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { McpTransport } from "#lib/registry/mcp/server-configuration.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { type Proof, type Reading, readReading } from "./read-reading.ts";

/** Everything a person needs to decide one call; the digest names exactly this. */
export interface ApprovalDetail {
  readonly id: string;
  /** The question's own id, which votes, sights and proofs name. */
  readonly approvalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly reason: string | null;
  readonly tier: Tier;
  readonly effect: string;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly required: number;
  readonly input: string;
  readonly inputDigest: string;
  /** Null when what is stored is not a trace. */
  readonly trace: DecisionTrace | null;
  readonly justification: string | null;
  readonly agent: {
    readonly id: string;
    readonly name: string;
    readonly accessLevel: AccessLevel;
    readonly owner: string;
  };
  readonly tool: {
    readonly name: string;
    readonly version: number;
    readonly definitionHash: string;
    readonly safetyClass: SafetyClass;
    readonly reviewedAt: string | null;
    readonly reviewedBy: string | null;
    readonly external: boolean;
    readonly findings: readonly Finding[];
  };
  readonly plan: PlanPreview;
  readonly votes:
    | readonly { readonly by: string; readonly decision: "approve" | "reject"; readonly at: string }[]
    | null;
  readonly right: VoteRight;
  /** With what this person proves that they are there before they approve it; empty: nothing is asked. */
  readonly proofs: readonly Proof[];
  /** From when the database takes a yes of this person; null: at once. */
  readonly readableFrom: string | null;
  /** This person's last approvals were quicker than reading. */
  readonly hurried: boolean;
}

interface DetailRow
  extends Omit<ApprovalDetail, "plan" | "right" | "tool" | "agent" | "effect" | "trace" | keyof Reading> {
  agent: ApprovalDetail["agent"] & { ownerId: string; hasProject: boolean; grants: AccessGrant };
  tool: Omit<ApprovalDetail["tool"], "external">;
  contract: ToolContract;
  transport: McpTransport | null;
  trace: unknown;
  editors: string[];
  voted: boolean;
  frozen: boolean;
  stopped: boolean;
  countsFrom: string | null;
}

/** The newest revision of a held call, as the digest binds it. Undefined when no such call was ever held. */
export async function readApproval(sql: postgres.Sql, viewer: Viewer, id: string): Promise<ApprovalDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = plainRows(
    await sql<DetailRow[]>`
    select
      i.id, a.id as "approvalId", i.revision, i.binding_digest as digest, i.status, i.approval_status as "approvalStatus",
      i.approval_reason as reason, i.tier, i.asked_at as "askedAt", a.expires_at as "expiresAt", a.required,
      n.input, n.input_digest as "inputDigest", n.trace, n.justification, v.contract, m.transport,
      jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level, 'owner', o.name, 'ownerId', o.id,
        'hasProject', g.project_root is not null, 'grants', coalesce(g.custom_grants, l.grants)) as agent,
      jsonb_build_object('name', t.name, 'version', v.number, 'definitionHash', v.definition_hash,
        'safetyClass', t.safety_class, 'reviewedAt', v.decided_at, 'reviewedBy', r.name, 'findings', v.findings) as tool,
      array(select e.edited_by from agents.invocation_inputs e where e.invocation_id = i.id and e.edited_by is not null) as editors,
      mine.id is not null as voted, g.frozen_at is not null as frozen,
      exists (
        select from agents.kill_switches k
        where k.released_at is null and (k.scope = 'global'
          or (k.scope = 'agent' and k.target_id = g.id) or (k.scope = 'tool' and k.target_id = t.id))
      ) as stopped,
      (select p.counts_from from agents.people p where p.id = ${viewer.personId} and p.counts_from > now()) as "countsFrom",
      case when mine.id is not null or a.status <> 'pending' then (
        select coalesce(jsonb_agg(jsonb_build_object('by', p.name, 'decision', y.decision, 'at', y.at) order by y.at), '[]')
        from agents.approval_votes y join agents.people p on p.id = y.person_id where y.approval_id = a.id
      ) end as votes
    from agents.tool_invocations i
    join agents.approvals a on a.subject_kind = 'invocation' and a.subject_id = i.id and a.revision = i.revision
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    join agents.tools_registry t on t.id = i.tool_id
    join agents.tool_versions v on v.id = i.tool_version_id
    left join agents.mcp_servers m on m.id = v.server_id
    left join agents.people r on r.id = v.decided_by
    join agents.agents g on g.id = i.agent_id
    join agents.people o on o.id = g.owner_id
    left join agents.access_levels l on l.level = g.access_level
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewer.personId}
    where i.id = ${id}`,
  );
  if (!row) return undefined;
  const { agent, tool, contract, transport, trace, editors, voted, frozen, stopped, countsFrom, ...rest } = row;
  const { ownerId, hasProject, grants, ...shownAgent } = agent;
  const reading = await readReading(sql, viewer.personId, { ...rest, safetyClass: tool.safetyClass });
  return {
    ...rest,
    ...reading,
    // Made here from the input that the vote binds: the stored sentence is the word of whoever asked.
    effect: describeStoredEffect(contract, rest.input),
    trace: readTrace(trace),
    agent: shownAgent,
    tool: { ...tool, external: contract.runtime.kind === "external" },
    plan: previewPlan(contract, grants, hasProject, transport),
    right: voteRight({
      viewer,
      ownsAgent: ownerId === viewer.personId,
      edited: editors.includes(viewer.personId),
      voted,
      frozen,
      stopped,
      countsFrom,
    }),
  };
}
