-- Distinct people whose approval counts for this approval: right digest, still allowed to vote, neither the agent's
-- owner nor an editor of the input. For a two-person call a role that was granted lately does not count, so that an
-- admin cannot make an account and meet the quorum with it; people made at set-up carry an old date.
create function airlock.counting_votes(p_approval uuid, p_invocation uuid)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(distinct v.person_id)::int
  from agents.approval_votes v
  join agents.approvals a on a.id = v.approval_id
  join agents.people p on p.id = v.person_id
  join agents.tool_invocations i on i.id = p_invocation
  join agents.agents g on g.id = i.agent_id
  where a.id = p_approval and a.subject_kind = 'invocation' and a.subject_id = i.id
    and a.revision = i.revision and v.digest = i.binding_digest and v.decision = 'approve'
    and p.disabled_at is null and p.role = any (airlock.voters_for(i.tool_id)) and p.counts_from <= now()
    and p.id <> g.owner_id
    and not exists (select from agents.invocation_inputs e where e.invocation_id = i.id and e.edited_by = p.id)
    and (i.required_approvals < 2 or airlock.role_has_aged(p.role_since))
$$;
