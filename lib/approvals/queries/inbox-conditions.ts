import type postgres from "postgres";
import { containing, containingInJson, wordsOf } from "#db/like-pattern.ts";
import { type InboxFilter, SOON_MINUTES } from "#lib/approvals/inbox-filter.ts";
import type { InboxKind } from "#lib/approvals/inbox-item.ts";
import { type Role, TIERS } from "#lib/policy/vocabulary.ts";
import type { Viewer } from "#lib/sessions/session.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Everything but calls is named alike in the database and here. */
export const SUBJECT_OF: Readonly<Record<InboxKind, string>> = {
  call: "invocation",
  unknown: "invocation",
  tool_version: "tool_version",
  policy_version: "policy_version",
  trust_change: "trust_change",
  team_run: "team_run",
  action: "action",
};

/** As airlock.voters_of says, which decides again when somebody votes. */
const ANSWERED_BY: Readonly<Record<Role, readonly string[]>> = {
  viewer: [],
  operator: ["invocation", "team_run", "action"],
  reviewer: ["invocation", "tool_version", "policy_version", "trust_change", "team_run", "action"],
  admin: ["trust_change"],
};

/**
 * The filter as conditions on `a`: a row of the approvals, or an unknown outcome with the same columns. Each names the question's
 * own row or looks one thing up by its key, so that a page is a walk along an index that ends when the page is full.
 */
export function inboxConditions(sql: postgres.Sql, viewer: Viewer, filter: InboxFilter): Fragment {
  const conditions = [
    ...tabConditions(sql, viewer, filter),
    ...(filter.tier ? [sql`a.rank = ${TIERS.indexOf(filter.tier) + 1}`] : []),
    ...showConditions(sql, filter),
    ...(filter.kind ? [sql`a.subject_kind = ${SUBJECT_OF[filter.kind]}`] : []),
    ...withoutConditions(sql, filter),
    ...(filter.tool ? [sql`a.tool_id = (select t.id from agents.tools_registry t where t.name = ${filter.tool})`] : []),
    ...(filter.agent ? [sql`a.agent_id = (select g.id from agents.agents g where g.name = ${filter.agent})`] : []),
    ...(filter.level
      ? [sql`a.agent_id in (select g.id from agents.agents g where g.access_level = ${filter.level})`]
      : []),
    ...(filter.ageMinutes === null ? [] : [sql`a.created_at <= now() - make_interval(mins => ${filter.ageMinutes})`]),
    ...(filter.holder === "me" ? [heldBy(sql, viewer)] : []),
    ...(filter.holder === "nobody" ? [sql`not exists (select ${assignment(sql)})`] : []),
    ...(filter.myVote ? [mayVote(sql, viewer)] : []),
    ...wordsOf(filter.words).map((word) => mentions(sql, word)),
  ];
  return conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);
}

function tabConditions(sql: postgres.Sql, viewer: Viewer, { tab }: InboxFilter): Fragment[] {
  const snoozed = sql`exists (
    select from agents.approval_snoozes z
    where z.person_id = ${viewer.personId} and z.subject_kind = a.subject_kind and z.subject_id = a.subject_id and z.until > now())`;
  switch (tab) {
    case "pending":
      return [sql`not ${snoozed}`];
    case "second":
      return [voted(sql, viewer)];
    case "mine":
      return [heldBy(sql, viewer)];
    case "snoozed":
      return [snoozed];
    case "history":
      return [];
  }
}

/** Calls and unknown outcomes are rows of different sources: whether the latter are read at all is the list's to say. */
function withoutConditions(sql: postgres.Sql, { without = [] }: InboxFilter): Fragment[] {
  const subjects = without.filter((kind) => kind !== "unknown").map((kind) => SUBJECT_OF[kind]);
  return subjects.length === 0 ? [] : [sql`a.subject_kind <> all(${subjects}::text[])`];
}

function showConditions(sql: postgres.Sql, { show }: InboxFilter): Fragment[] {
  switch (show) {
    case "soon":
      return [sql`a.expires_at < now() + make_interval(mins => ${SOON_MINUTES})`];
    case "second":
      return [sql`a.required > 1`];
    case "flagged":
      return [sql`a.flagged`];
    case "folded":
      return [
        sql`exists (
          select from agents.approvals o
          where o.status = 'pending' and o.agent_id = a.agent_id and o.digest = a.digest and o.id <> a.id and o.expires_at > now())`,
      ];
    case null:
      return [];
  }
}

const assignment = (sql: postgres.Sql) =>
  sql`from agents.approval_assignments s where s.subject_kind = a.subject_kind and s.subject_id = a.subject_id`;

/** Assigned to this person, or to somebody who is away and has lent them what they were to look after. */
function heldBy(sql: postgres.Sql, { personId }: Viewer): Fragment {
  return sql`exists (
    select ${assignment(sql)} and (s.person_id = ${personId} or s.person_id in (
      select d.from_person from agents.delegations d
      where d.to_person = ${personId} and d.starts_at <= now() and d.ends_at > now() and d.ended_at is null)))`;
}

function voted(sql: postgres.Sql, { personId }: Viewer): Fragment {
  return sql`exists (select from agents.approval_votes m where m.approval_id = a.id and m.person_id = ${personId})`;
}

/** Whether this person's yes would count, as far as a list can tell. */
function mayVote(sql: postgres.Sql, viewer: Viewer): Fragment {
  const { personId, role } = viewer;
  return sql`a.subject_kind = any(${[...ANSWERED_BY[role]]}::text[]) and not ${voted(sql, viewer)}
    and exists (select from agents.people p where p.id = ${personId} and p.counts_from <= now())
    and not exists (select from agents.agents g where g.id = a.agent_id and g.owner_id = ${personId})
    and case a.subject_kind
      when 'invocation' then not exists (
        select from agents.invocation_inputs e where e.invocation_id = a.subject_id and e.edited_by = ${personId})
        -- What became of a call is said by whoever decides; whether it runs, by those whom the policy has vote on its class.
        and (a.status = 'unknown' or exists (
          select from agents.tools_registry t join agents.safety_classes c on c.name = t.safety_class
          where t.id = a.tool_id and ${role} = any(c.voters)))
      when 'trust_change' then not exists (
        select from agents.trust_changes c where c.id = a.subject_id and c.proposed_by = ${personId})
      when 'tool_version' then not exists (
        select from agents.tool_versions v left join agents.mcp_servers s on s.id = v.server_id
        where v.id = a.subject_id and (v.author_id = ${personId} or s.created_by = ${personId}))
      when 'policy_version' then not exists (
        select from agents.policy_versions o where o.id = a.subject_id and o.author_id = ${personId})
      else true
    end`;
}

/** The word occurs in a name, in what it would do, or in the arguments. */
function mentions(sql: postgres.Sql, word: string): Fragment {
  const plain = containing(word);
  const quoted = containingInJson(word);
  return sql`(
    a.tool_id in (select t.id from agents.tools_registry t where t.name ilike ${plain})
    or a.agent_id in (select g.id from agents.agents g where g.name ilike ${plain})
    or a.subject_id::text = ${word.toLowerCase()}
    or case a.subject_kind
      when 'invocation' then exists (
        select from agents.invocation_inputs n
        where n.invocation_id = a.subject_id and n.revision = a.revision and n.input ilike ${quoted})
      or exists (select from agents.tool_invocations i where i.id = a.subject_id and i.effect ilike ${plain})
      when 'team_run' then exists (
        select from agents.team_runs r where r.id = a.subject_id and (r.name ilike ${plain} or r.plan ilike ${quoted}))
      when 'action' then exists (
        select from agents.actions d where d.id = a.subject_id and (d.action_type ilike ${plain} or d.payload ilike ${quoted}))
      when 'policy_version' then exists (
        select from agents.policy_versions o where o.id = a.subject_id and o.reason ilike ${plain})
      else false
    end)`;
}
