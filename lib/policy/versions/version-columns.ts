import type postgres from "postgres";

/**
 * What is said about a version, from `agents.policy_versions v`. Its state is derived here and kept nowhere, so that it cannot
 * disagree with the row that says which version decides or with the question to the reviewers.
 */
export function versionColumns(sql: postgres.Sql) {
  return sql`
    v.version, v.id, v.author_id as "authorId", p.name as author, v.reason, v.base_version as base, v.widens,
    v.created_at as "createdAt", x.at as "activatedAt", a.id as "approvalId", a.digest, a.required,
    case when a.status <> 'pending' then
      (select count(*)::int from agents.approval_votes y where y.approval_id = a.id and y.decision = 'approve') end as votes,
    a.expires_at as "expiresAt",
    case
      when f.version is not null then 'in force'
      when x.at is not null or a.id is null then 'replaced'
      when a.status = 'pending' then case when a.expires_at > now() then 'proposed' else 'expired' end
      when a.status in ('rejected', 'expired') then a.status::text
      else 'void'
    end as state`;
}

export function versionSources(sql: postgres.Sql) {
  return sql`
    left join agents.people p on p.id = v.author_id
    left join agents.policy_in_force f on f.version = v.version
    left join lateral (select max(t.at) as at from agents.policy_activations t where t.version = v.version) x on true
    left join lateral (
      select q.* from agents.approvals q where q.subject_kind = 'policy_version' and q.subject_id = v.id order by q.revision desc limit 1
    ) a on true`;
}
