import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import { readReach } from "#lib/agents/access/read-reach.ts";
import { type AgentRecord, readAgentRecord } from "#lib/approvals/agent-record/read-agent-record.ts";
import { type EditedCall, readEdit } from "#lib/approvals/compare-calls/read-edit.ts";
import { type VoteRight, voteRight } from "#lib/approvals/vote-right.ts";
import type { DecisionTrace } from "#lib/policy/decision-trace.ts";
import { describeStoredEffect } from "#lib/policy/effect.ts";
import { readTrace } from "#lib/policy/read-trace.ts";
import type {
  AccessLevel,
  ApprovalState,
  InvocationState,
  Role,
  SafetyClass,
  Tier,
  ToolState,
} from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { McpTransport } from "#lib/registry/mcp/server-configuration.ts";
import { type PlanPreview, previewPlan } from "#lib/sandbox/preview-plan.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { flaggedParts } from "./flagged-parts.ts";
import { type CallContext, readContext } from "./read-context.ts";
import type { Reading } from "./read-reading.ts";
import { type Runners, readRunners } from "./read-runners.ts";
import { readVoters, type Voters } from "./read-voters.ts";

/** Everything a person needs to decide one call; the digest names exactly this. */
export interface HeldCall {
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
    /** As an admin declared it. */
    readonly accessLevel: AccessLevel;
    /** With tools of this category: trust may be less. */
    readonly actsAt: AccessLevel;
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
    /** Of the definition the texts that the findings are about. */
    readonly flagged: Readonly<Record<string, unknown>>;
    readonly state: ToolState;
    readonly stateReason: string | null;
    /** When this version was first seen. */
    readonly firstSeenAt: string;
    /** Whether it is still the version in force. */
    readonly inForce: boolean;
    /** Somebody made a standing rule for it once. */
    readonly ruled: boolean;
    /** Open differences between what was reviewed and what its server shows. */
    readonly drifts: number;
  };
  readonly plan: PlanPreview;
  readonly runners: Runners;
  readonly context: CallContext;
  readonly record: AgentRecord;
  /** Null: it would run as the agent asked. */
  readonly edited: EditedCall | null;
  readonly voters: Voters;
  readonly votes:
    | readonly { readonly by: string; readonly decision: "approve" | "reject"; readonly at: string }[]
    | null;
  readonly right: VoteRight;
}

/** The same as one person has it on their screen, with what their yes takes. */
export interface ApprovalDetail extends HeldCall, Reading {}

interface DetailRow extends Omit<HeldCall, "plan" | "right" | "tool" | "agent" | "effect" | "trace"> {
  agent: Omit<HeldCall["agent"], "actsAt"> & { ownerId: string; hasProject: boolean };
  tool: Omit<HeldCall["tool"], "external" | "flagged"> & { id: string };
  sessionId: string | null;
  contract: ToolContract;
  transport: McpTransport | null;
  trace: unknown;
  checks: unknown;
  editors: string[];
  votingRoles: Role[];
  voted: boolean;
  frozen: boolean;
  stopped: boolean;
  countsFrom: string | null;
  agedFrom: string | null;
}

/** The newest revision of a held call, as the digest binds it. Undefined when no such call was ever held. */
export async function readApproval(sql: postgres.Sql, viewer: Viewer, id: string): Promise<HeldCall | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = plainRows(
    await sql<DetailRow[]>`
    select
      i.id, a.id as "approvalId", i.revision, i.binding_digest as digest, i.status, i.approval_status as "approvalStatus",
      i.approval_reason as reason, i.tier, i.asked_at as "askedAt", a.expires_at as "expiresAt", a.required,
      i.session_id as "sessionId", n.input, n.input_digest as "inputDigest", n.trace, n.checks, n.justification, v.contract, m.transport,
      jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level, 'owner', o.name, 'ownerId', o.id,
        'hasProject', g.project_root is not null) as agent,
      jsonb_build_object('id', t.id, 'state', t.state, 'stateReason', t.state_reason, 'firstSeenAt', v.created_at,
        'inForce', v.id is not distinct from t.pinned_version_id, 'ruled', t.ruled,
        'drifts', (select count(*)::int from agents.tool_drifts d where d.tool_id = t.id and d.resolved_at is null), 'name', t.name, 'version', v.number, 'definitionHash', v.definition_hash,
        'safetyClass', t.safety_class, 'reviewedAt', v.decided_at, 'reviewedBy', r.name, 'findings', v.findings) as tool,
      array(select e.edited_by from agents.invocation_inputs e where e.invocation_id = i.id and e.edited_by is not null) as editors,
      c.voters as "votingRoles", mine.id is not null as voted, g.frozen_at is not null as frozen,
      exists (
        select from agents.kill_switches k
        where k.released_at is null and (k.scope = 'global'
          or (k.scope = 'agent' and k.target_id = g.id) or (k.scope = 'tool' and k.target_id = t.id))
      ) as stopped,
      (select p.counts_from from agents.people p where p.id = ${viewer.personId} and p.counts_from > now()) as "countsFrom",
      (select p.role_since + make_interval(hours => q.value::int) from agents.people p join agents.settings q on q.name = 'quorum_role_hours'
        where p.id = ${viewer.personId} and a.required >= 2 and p.role_since >= now() - make_interval(hours => q.value::int)) as "agedFrom",
      case when mine.id is not null or a.status <> 'pending' then (
        select coalesce(jsonb_agg(jsonb_build_object('by', p.name, 'decision', y.decision, 'at', y.at) order by y.at), '[]')
        from agents.approval_votes y join agents.people p on p.id = y.person_id where y.approval_id = a.id
      ) end as votes
    from agents.tool_invocations i
    join agents.approvals a on a.subject_kind = 'invocation' and a.subject_id = i.id and a.revision = i.revision
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    join agents.tools_registry t on t.id = i.tool_id
    join agents.safety_classes c on c.name = t.safety_class
    join agents.tool_versions v on v.id = i.tool_version_id
    left join agents.mcp_servers m on m.id = v.server_id
    left join agents.people r on r.id = v.decided_by
    join agents.agents g on g.id = i.agent_id
    join agents.people o on o.id = g.owner_id
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewer.personId}
    where i.id = ${id}`,
  );
  if (!row) return undefined;
  const {
    agent,
    tool,
    contract,
    transport,
    trace,
    checks,
    editors,
    votingRoles,
    voted,
    frozen,
    stopped,
    countsFrom,
    agedFrom,
    sessionId,
    ...rest
  } = row;
  const { ownerId, hasProject, ...shownAgent } = agent;
  const { id: toolId, ...shownTool } = tool;
  const asked = { id: rest.id, agentId: agent.id, agent: agent.name, toolId, sessionId, input: rest.input, contract };
  const asking = { id: agent.id, name: agent.name, declared: agent.accessLevel };
  const [context, record, edited, voters, runners, reach] = await Promise.all([
    readContext(sql, asked),
    readAgentRecord(sql, agent.id, rest.id),
    readEdit(sql, rest.id, rest.input),
    readVoters(sql, viewer.personId, rest.id),
    readRunners(sql),
    readReach(sql, asking, contract, Date.now()),
  ]);
  return {
    ...rest,
    context,
    record,
    edited,
    voters,
    runners,
    // Made here from the input that the vote binds: the stored sentence is the word of whoever asked.
    effect: describeStoredEffect(contract, rest.input),
    trace: readTrace(trace, checks),
    agent: { ...shownAgent, actsAt: reach.level },
    tool: {
      ...shownTool,
      external: contract.runtime.kind === "external",
      flagged: flaggedParts(contract, tool.findings),
    },
    plan: previewPlan(contract, reach, hasProject, transport),
    right: voteRight({
      viewer,
      voters: votingRoles,
      ownsAgent: ownerId === viewer.personId,
      edited: editors.includes(viewer.personId),
      voted,
      frozen,
      stopped,
      countsFrom,
      agedFrom,
    }),
  };
}
