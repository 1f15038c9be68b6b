-- How invocations are born, held for every role and every statement: in one of three states, of an agent by its own key, for
-- a version of its own tool, and never with fewer people than the tool's classes ask for. Looked up once for all that a statement
-- brings, because a look costs more to start than what it reads; one that is not as it must be undoes them all.
create function airlock.guard_asked()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
-- By the indexes, whatever the tables were when it was planned.
set enable_seqscan = off
as $$
declare
  call record;
  least_people int;
begin
  for call in
    select n.status, n.tier, n.fence, n.claimed_at, n.required_approvals, n.bypassed_by, n.is_drill, n.rule_id, n.agent_id, n.tool_version_id, airlock.is_sound(n::agents.tool_invocations) as sound,
      q.people as class_people, coalesce(n.external, false) <> coalesce(q.external, false) as misplaced
    from asked n
    left join lateral (
      select airlock.class_quorum(t.safety_class, t.egress_class, t.requires_approval) as people, v.external
      from agents.agent_keys k
      join agents.tools_registry t on t.id = n.tool_id
      join agents.tool_versions v on v.id = n.tool_version_id and v.tool_id = t.id
      where k.id = n.agent_key_id and k.agent_id = n.agent_id
    ) q on true
  loop
    if call.status not in ('denied', 'pending', 'running') or call.fence <> 0 or call.claimed_at is not null then
      perform airlock.refuse('AL031', format('An invocation is not born %s.', call.status));
    end if;
    if call.class_people is null then
      perform airlock.refuse('AL032', 'An invocation is an agent''s, by its own key, for a version of its own tool.');
    end if;
    if call.bypassed_by is not null and not pg_has_role(session_user, 'airlock_service', 'member') then
      perform airlock.refuse('AL005', 'Only the service role may bypass approval.');
    end if;
    least_people := greatest(call.class_people, case when call.tier = 'dual' then 2 else 0 end);
    if call.bypassed_by is null and call.status <> 'denied' and call.required_approvals < least_people then
      perform airlock.refuse('AL035', format('This tool asks for %s people.', least_people));
    end if;
    if call.is_drill and call.status <> 'pending' then
      perform airlock.refuse('AL031', 'A drill waits for people and never runs.');
    end if;
    if call.rule_id is not null and not (call.status = 'running' and call.required_approvals = 1 and call.tier in ('low', 'medium') and exists (
      select from agents.standing_rules r where r.id = call.rule_id and r.effect = 'approve' and r.agent_id = call.agent_id
        and r.tool_version_id = call.tool_version_id and r.revoked_at is null and r.expires_at > now() and r.uses between 1 and r.max_uses))
    then
      perform airlock.refuse('AL035', 'No standing rule answers for this call.');
    end if;
    if call.bypassed_by is null and call.rule_id is null and call.status = 'running' and call.required_approvals > 0 then
      perform airlock.refuse('AL035', 'This cannot run without the approvals it needs.');
    end if;
    -- Whose hands it is for: an external call that looked like another would be taken by a dispatcher, and the other way round by its agent.
    if call.misplaced or call.sound is not true then
      perform airlock.refuse('AL032', 'An invocation cannot be written like that.');
    end if;
  end loop;
  return null;
end
$$;
