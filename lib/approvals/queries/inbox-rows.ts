import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { mustBeOpened } from "#lib/approvals/arguments/arguments-of.ts";
import type { InboxKind, InboxOutcome } from "#lib/approvals/inbox-item.ts";
import { describeStoredEffect } from "#lib/policy/effect.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { type AccessLevel, TIERS } from "#lib/policy/vocabulary.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { InboxPlace } from "./inbox-place.ts";
import type { BareInboxItem } from "./with-acting-levels.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Inputs are large and sentences are small: few of them are held at once. */
const ROWS_AT_ONCE = 25;

interface InboxRow extends Omit<BareInboxItem, "effect" | "decided" | "tier" | "long"> {
  readonly rank: number;
  /** The time that the order goes by, to the microsecond. */
  readonly placeAt: string | null;
  readonly effectTemplate: string | null;
  readonly input: string | null;
  readonly pinned: number | null;
  readonly team: string | null;
  readonly action: string | null;
  readonly policy: { readonly version: number; readonly author: string; readonly widens: boolean } | null;
  readonly trust: { readonly from: AccessLevel | null; readonly to: AccessLevel; readonly category: string } | null;
  readonly outcome: InboxOutcome | null;
  readonly decidedAt: string | null;
  readonly decidedBy: readonly string[] | null;
}

/** A page of questions with what a row shows of each, found by keys: the page was chosen before. */
export async function readInboxRows(
  sql: postgres.Sql,
  viewer: Viewer,
  page: Fragment,
  order: Fragment,
): Promise<{ item: BareInboxItem; place: InboxPlace }[]> {
  const read: { item: BareInboxItem; place: InboxPlace }[] = [];
  const batches = sql<InboxRow[]>`
    with page as materialized (${page})
    select
      case when a.status = 'unknown' then 'unknown' when a.subject_kind = 'invocation' then 'call' else a.subject_kind end as kind,
      a.subject_id as id, a.id as "approvalId", a.revision, a.digest, a.rank, t.name as tool, v.number as "toolVersion",
      v.contract ->> 'effect' as "effectTemplate", n.input, p.number as pinned, r.name as team, d.action_type as action,
      case when c.id is not null then jsonb_build_object('from', c.from_level, 'to', c.to_level, 'category', c.category) end as trust,
      case when o.id is not null then jsonb_build_object('version', o.version, 'author', writer.name, 'widens', o.widens) end as policy,
      g.id as "agentId", g.name as agent, g.access_level as "accessLevel", a.created_at as "askedAt", a.expires_at as "expiresAt",
      a.required, mine.id is not null as voted,
      case when mine.id is not null or a.decided_at is not null then
        (select count(*)::int from agents.approval_votes y where y.approval_id = a.id and y.decision = 'approve')
      end as votes,
      a.flagged, jsonb_path_query_first(coalesce(n.checks, '[]') || (n.trace -> 'lines'), '$[*] ? (@.rule == "target.first_seen")') ->> 'saw' as "firstSeen", n.edited_by is not null as edited,
      case when a.status = 'pending' then (
        select count(*)::int from agents.approvals o
        where o.status = 'pending' and o.agent_id = a.agent_id and o.digest = a.digest and o.id <> a.id and o.expires_at > now()
      ) else 0 end as folded,
      holder.name as "claimedBy", z.until as "snoozedUntil", a.escalation,
      case when a.decided_at is not null then a.status end as outcome, a.decided_at as "decidedAt",
      case when a.decided_at is not null then array(
        select w.name from agents.approval_votes y join agents.people w on w.id = y.person_id where y.approval_id = a.id order by y.at
      ) end as "decidedBy",
      to_char(coalesce(a.decided_at, a.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "placeAt"
    from page a
    left join agents.tool_invocations i on a.subject_kind = 'invocation' and i.id = a.subject_id
    left join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = a.revision
    left join agents.tool_versions v on v.id = case a.subject_kind when 'tool_version' then a.subject_id else i.tool_version_id end
    left join agents.tools_registry t on t.id = v.tool_id
    left join agents.tool_versions p on a.subject_kind = 'tool_version' and p.id = t.pinned_version_id
    left join agents.trust_changes c on a.subject_kind = 'trust_change' and c.id = a.subject_id
    left join agents.team_runs r on a.subject_kind = 'team_run' and r.id = a.subject_id
    left join agents.actions d on a.subject_kind = 'action' and d.id = a.subject_id
    left join agents.policy_versions o on a.subject_kind = 'policy_version' and o.id = a.subject_id
    left join agents.people writer on writer.id = o.author_id
    left join agents.agents g on g.id = coalesce(a.agent_id, i.agent_id)
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewer.personId}
    left join agents.approval_assignments s on s.subject_kind = a.subject_kind and s.subject_id = a.subject_id
    left join agents.people holder on holder.id = s.person_id
    left join agents.approval_snoozes z
      on z.person_id = ${viewer.personId} and z.subject_kind = a.subject_kind and z.subject_id = a.subject_id and z.until > now()
    order by ${order}`.cursor(ROWS_AT_ONCE);
  for await (const rows of batches) read.push(...plainRows(rows.map(toItem)));
  return read;
}

function toItem(row: InboxRow): { item: BareInboxItem; place: InboxPlace } {
  const {
    rank,
    placeAt,
    effectTemplate,
    input,
    pinned,
    team,
    action,
    policy,
    trust,
    outcome,
    decidedAt,
    decidedBy,
    ...shown
  } = row;
  return {
    item: {
      ...shown,
      tier: TIERS[rank - 1] ?? "dual",
      effect: effectOf(row),
      long: row.kind === "call" && outcome === null && mustBeOpened(input ?? ""),
      decided: outcome && decidedAt ? { outcome, at: decidedAt, by: decidedBy ?? [] } : null,
    },
    place: { rank, at: placeAt ?? "", id: row.approvalId ?? row.id },
  };
}

const NAME_MAX = 120;

/** Made here from what waits: a stored sentence is the word of whoever asked. */
function effectOf({
  kind,
  tool,
  toolVersion,
  effectTemplate,
  input,
  pinned,
  agent,
  trust,
  team,
  action,
  policy,
}: InboxRow): string {
  const sentences: Record<InboxKind, () => string> = {
    call: () =>
      describeStoredEffect(
        { name: tool ?? "", ...(effectTemplate === null ? {} : { effect: effectTemplate }) },
        input ?? "",
      ),
    unknown: () => `It is not known what became of: ${sentences.call()}`,
    tool_version: () =>
      pinned === null
        ? `Put the new tool ${tool} in force, version ${toolVersion}`
        : `Put version ${toolVersion} of ${tool} in force, in place of ${pinned}`,
    policy_version: () =>
      `Put policy v${policy?.version} of ${policy?.author} in force${policy?.widens ? ": it allows more" : ""}`,
    trust_change: () =>
      `Trust ${agent} ${trust?.category === "all" ? "" : `in ${trust?.category} `}as ${trust?.to}${trust?.from ? `, now ${trust.from}` : ""}`,
    team_run: () => `Start the team run “${plainText(team ?? "", NAME_MAX).replace(/[“”]/g, '"')}”`,
    action: () => `Let ${agent} do ${action}`,
  };
  return sentences[kind]();
}
