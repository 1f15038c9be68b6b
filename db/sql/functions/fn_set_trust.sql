-- A reviewer or admin changes how far an agent is trusted, as a whole or in one category. Down, or up by one level to
-- `standard` at most, it acts at once; to `elevated` it becomes a question that another person answers. An owner may lower
-- their own agent and never raise it.
create function agents.fn_set_trust(p_session text, p_agent uuid, p_category text, p_level text, p_reason text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  agent agents.agents;
  present text;
  rises boolean;
  step uuid := airlock.new_id();
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays in the agent''s history.');
  if array_position(levels, p_level) is null or coalesce(p_category, '') not in ('all', 'file_system', 'code_execution', 'version_control',
    'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')
  then
    perform airlock.refuse('AL026', 'Trust has a level from sandboxed to elevated, in a category or in all.');
  end if;
  select a.* into agent from agents.agents a where a.id = p_agent for update;
  if agent.id is null then
    perform airlock.refuse('AL028', 'There is no such agent.');
  end if;
  select t.level into present from agents.agent_trust t where t.agent_id = agent.id and t.category = p_category;
  if present = p_level then
    perform airlock.refuse('AL030', format('It is trusted as %s already.', p_level));
  end if;
  -- Without a row the declared level acts alone, so whatever is written first can only take away.
  rises := array_position(levels, p_level) > coalesce(array_position(levels, present), 0) and present is not null;
  if rises and agent.owner_id = person.id then
    perform airlock.refuse('AL006', 'You own this agent: another person raises it.');
  end if;
  if rises and array_position(levels, p_level) > array_position(levels, present) + 1 then
    perform airlock.refuse('AL031', format('Trust rises one level at a time; it is %s now.', present));
  end if;
  if p_level = 'elevated' and exists (
    select from agents.trust_changes c where c.agent_id = agent.id and c.category = p_category and c.state = 'proposed')
  then
    perform airlock.refuse('AL030', 'This step is being decided already.');
  end if;
  if not rises then
    perform airlock.end_review(a, 'expired', null, 'Its trust was lowered meanwhile.') from agents.approvals a
    join agents.trust_changes c on c.id = a.subject_id
    where a.subject_kind = 'trust_change' and a.status = 'pending' and c.agent_id = agent.id and c.category = p_category;
  end if;
  insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, proposed_by, reason, evidence, created_at)
  values (step, agent.id, p_category, present, p_level, 'proposed', person.id, p_reason, '{}', now());
  if p_level = 'elevated' then
    perform airlock.open_review('trust_change', step, airlock.sha256_hex(concat_ws(
      E'\n', 'al1-trust', step::text, agent.id::text, p_category, coalesce(present, ''), p_level)), 1);
  else
    perform airlock.apply_trust_change(step);
  end if;
  perform audit.append('person:' || person.id, case when p_level = 'elevated' then 'trust.proposed' else 'trust.set' end, 'agent:' || agent.id,
    jsonb_build_object('change', step, 'category', p_category, 'from', present, 'to', p_level, 'reason', p_reason));
  return jsonb_build_object('change', step, 'status', case when p_level = 'elevated' then 'proposed' else 'applied' end);
end
$$;
