import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { VOTERS } from "#lib/approvals/items/item-right.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { Subject } from "./attend.ts";

export interface Happening {
  readonly at: string;
  /** Null: an agent or the system. */
  readonly by: string | null;
  readonly action: TimelineAction;
  /** What a person wrote with it: a comment's text, a reason. */
  readonly words: string | null;
}

/**
 * What the timeline tells. A drill's own entries are not among them, or it would tell itself; and votes are told only to those who may
 * see them, so that a second vote stays a person's own.
 */
const TOLD = [
  "invocation.edited",
  "invocation.returned",
  "approval.commented",
  "approval.assigned",
  "approval.extended",
  "approval.escalated",
] as const;
const VOTES = [
  "invocation.approved",
  "invocation.rejected",
  "invocation.taken_back",
  "review.approved",
  "review.rejected",
] as const;
export type TimelineAction = "asked" | (typeof TOLD)[number] | (typeof VOTES)[number];

/** Who takes care of a question, what was said and done about it, and whom it could be given to. */
export interface Attention {
  readonly assignee: { readonly id: string; readonly name: string; readonly assignedBy: string } | null;
  readonly snoozedUntil: string | null;
  readonly extensions: number;
  readonly escalation: number;
  readonly expiresAt: string | null;
  readonly timeline: readonly Happening[];
  readonly viewerId: string;
  /** Whether the viewer may do something about it. */
  readonly mayAttend: boolean;
  /** People who could answer it. */
  readonly candidates: readonly { readonly id: string; readonly name: string }[];
}

/** A question with more entries than this is told from its end. */
const TIMELINE_MOST = 200;

export async function readAttention(sql: postgres.Sql, viewer: Viewer, { kind, id }: Subject): Promise<Attention> {
  const subject = `${kind}:${id}`;
  const [[standing], timeline, candidates] = await Promise.all([
    sql<
      (Pick<Attention, "assignee" | "snoozedUntil" | "extensions" | "escalation" | "expiresAt"> & {
        maySeeVotes: boolean;
      })[]
    >`
      select
        (select jsonb_build_object('id', p.id, 'name', p.name, 'assignedBy', b.name)
          from agents.approval_assignments s join agents.people p on p.id = s.person_id join agents.people b on b.id = s.assigned_by
          where s.subject_kind = ${kind} and s.subject_id = ${id}) as assignee,
        (select s.until from agents.approval_snoozes s
          where s.person_id = ${viewer.personId} and s.subject_kind = ${kind} and s.subject_id = ${id} and s.until > now()) as "snoozedUntil",
        coalesce(a.extensions, 0) as extensions, coalesce(a.escalation, 0) as escalation, a.expires_at as "expiresAt",
        coalesce(a.status <> 'pending' or exists (
          select from agents.approval_votes v where v.approval_id = a.id and v.person_id = ${viewer.personId}), true) as "maySeeVotes"
      from (select 1) one
      left join lateral (
        select q.* from agents.approvals q where q.subject_kind = ${kind} and q.subject_id = ${id} order by q.revision desc limit 1
      ) a on true`,
    sql<Happening[]>`
      select to_timestamp(e.at_us / 1e6) as at, p.name as by, e.action,
        coalesce(e.body::jsonb ->> 'body', e.body::jsonb ->> 'reason', t.name) as words
      from audit.events e
      left join agents.people p on e.actor = 'person:' || p.id
      left join agents.people t on e.action = 'approval.assigned' and t.id::text = e.body::jsonb ->> 'to'
      where e.subject = ${subject} and e.action = any (${[...TOLD, ...VOTES]})
      union all
      select a.created_at, (
        select p.name from agents.policy_versions v join agents.people p on p.id = v.author_id
        where ${kind} = 'policy_version' and v.id = ${id}
      ), 'asked', null from agents.approvals a
      where a.subject_kind = ${kind} and a.subject_id = ${id} and a.revision = 1
      order by at desc limit ${TIMELINE_MOST}`,
    sql<{ id: string; name: string }[]>`
      select p.id, p.name from agents.people p
      where p.disabled_at is null and p.role = any (coalesce(
          (select c.voters from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
            join agents.safety_classes c on c.name = t.safety_class
            where ${kind} = 'invocation' and i.id = ${id} and i.status <> 'unknown'),
          ${[...(kind === "invocation" ? VOTERS.team_run : VOTERS[kind])]}))
        and p.id is distinct from (
          select v.author_id from agents.policy_versions v where ${kind} = 'policy_version' and v.id = ${id})
        and p.id is distinct from (
          select g.owner_id from agents.agents g
          where g.id = coalesce(
            (select i.agent_id from agents.tool_invocations i where ${kind} = 'invocation' and i.id = ${id}),
            (select c.agent_id from agents.trust_changes c where ${kind} = 'trust_change' and c.id = ${id}),
            (select d.agent_id from agents.actions d where ${kind} = 'action' and d.id = ${id}),
            (select r.agent_id from agents.team_runs r where ${kind} = 'team_run' and r.id = ${id})))
      order by p.name limit 200`,
  ]);
  if (!standing) throw new Error("A question gave no row.");
  const { maySeeVotes, ...rest } = standing;
  const told = timeline.filter(({ action }) => maySeeVotes || !VOTES.some((vote) => vote === action));
  const [plain] = plainRows([
    {
      ...rest,
      viewerId: viewer.personId,
      mayAttend: may(viewer.role, "approvals.attend"),
      timeline: told.toReversed(),
      candidates: [...candidates],
    },
  ]);
  if (!plain) throw new Error("One row became none.");
  return plain;
}
