-- How invocations are born, held for every role and every statement: in one of three states, of an agent by its own key, for
-- a version of its own tool, and never with fewer people than the tool's classes ask for. Looked up once for all that a statement
-- brings, because a look costs more to start than what it reads; one that is not as it must be undoes them all. Most are plain, and for those
-- there is a shorter question that says no to anything else: words for what is wrong are made only where something is.
create function airlock.guard_asked()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
-- By the indexes, whatever the tables were when it was planned.
set enable_seqscan = off
as $$
declare
  call record;
begin
  -- Looked up in a subquery and not in a join: each step of a join would carry every column of the call. What it asks is narrower than all of what follows.
  if not exists (
    select from asked n
    where (n.status in ('denied', 'pending', 'running') and n.fence = 0 and n.approval_status in ('not_required', 'pending') and n.required_approvals between 0 and 2
      and n.revision = 1 and n.tier in ('low', 'medium', 'high') and num_nulls(n.claimed_at, n.bypassed_by, n.rule_id, n.expiry_kind, n.cost_estimate, n.targets) = 6
      and not n.is_drill and (n.idempotency_key is null or length(n.idempotency_key) <= 255)
      and (n.status <> 'running' or n.started_at is not null and n.required_approvals = 0)
      and exists (
        select from agents.agent_keys k
        join agents.tools_registry t on t.id = n.tool_id
        join agents.tool_versions v on v.id = n.tool_version_id and v.tool_id = t.id
        where k.id = n.agent_key_id and k.agent_id = n.agent_id and coalesce(v.external, false) = coalesce(n.external, false)
          and (n.status = 'denied' or n.required_approvals >= airlock.class_quorum(t.safety_class, t.egress_class, t.requires_approval)))
    ) is not true)
  then
    return null;
  end if;
  for call in
    select b.* from (
      select n.rule_id, n.status, n.required_approvals, n.tier, n.agent_id, n.tool_version_id,
        case
          when n.status not in ('denied', 'pending', 'running') or n.fence <> 0 or n.claimed_at is not null
            then airlock.refusal('AL031', format('An invocation is not born %s.', n.status))
          when q.people is null then airlock.refusal('AL032', 'An invocation is an agent''s, by its own key, for a version of its own tool.')
          when n.bypassed_by is not null and not pg_has_role(session_user, 'airlock_service', 'member')
            then airlock.refusal('AL005', 'Only the service role may bypass approval.')
          when n.bypassed_by is null and n.status <> 'denied' and n.required_approvals < greatest(q.people, case when n.tier = 'dual' then 2 else 0 end)
            then airlock.refusal('AL035', format('This tool asks for %s people.', greatest(q.people, case when n.tier = 'dual' then 2 else 0 end)))
          when n.is_drill and n.status <> 'pending' then airlock.refusal('AL031', 'A drill waits for people and never runs.')
          when n.bypassed_by is null and n.rule_id is null and n.status = 'running' and n.required_approvals > 0
            then airlock.refusal('AL035', 'This cannot run without the approvals it needs.')
          -- Whose hands it is for: an external call that looked like another would be taken by a dispatcher, and the other way round by its agent.
          when coalesce(n.external, false) <> coalesce(q.external, false) or airlock.is_sound(n::agents.tool_invocations) is not true
            then airlock.refusal('AL032', 'An invocation cannot be written like that.')
        end as flaw
      from asked n
      left join lateral (
        select airlock.class_quorum(t.safety_class, t.egress_class, t.requires_approval) as people, v.external
        from agents.agent_keys k
        join agents.tools_registry t on t.id = n.tool_id
        join agents.tool_versions v on v.id = n.tool_version_id and v.tool_id = t.id
        where k.id = n.agent_key_id and k.agent_id = n.agent_id
      ) q on true
      offset 0
    ) b
    where b.flaw is not null or b.rule_id is not null
  loop
    if call.flaw is not null then
      perform airlock.refuse(call.flaw ->> 'state', call.flaw ->> 'message');
    end if;
    if not (call.status = 'running' and call.required_approvals = 1 and call.tier in ('low', 'medium') and exists (
      select from agents.standing_rules r where r.id = call.rule_id and r.effect = 'approve' and r.agent_id = call.agent_id
        and r.tool_version_id = call.tool_version_id and r.revoked_at is null and r.expires_at > now() and r.uses between 1 and r.max_uses))
    then
      perform airlock.refuse('AL035', 'No standing rule answers for this call.');
    end if;
  end loop;
  return null;
end
$$;
