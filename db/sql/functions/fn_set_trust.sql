-- A reviewer or admin changes how far an agent is trusted, as a whole or in one category. Down, or up by one level to
-- `standard` at most, it acts at once; to `elevated`, or past the level that was declared for the agent, it becomes a question that another person
-- answers, and the ceiling rises with it. A step that would change nothing is refused. An owner may lower their own agent and never raise it.
-- `p_evidence`: what the agent's work came to at that moment, for whoever answers; it decides nothing.
create function agents.fn_set_trust(p_session text, p_agent uuid, p_category text, p_level text, p_reason text, p_evidence jsonb default '{}')
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  agent agents.agents;
  present text;
  -- What it acts at now, and may at most.
  acting int;
  ceiling int;
  target int := array_position(levels, p_level);
  rises boolean;
  asks boolean;
  step uuid := airlock.new_id();
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays in the agent''s history.');
  if target is null or coalesce(p_category, '') not in ('all', 'file_system', 'code_execution', 'version_control',
    'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')
  then
    perform airlock.refuse('AL026', 'Trust has a level from sandboxed to elevated, in a category or in all.');
  end if;
  if coalesce(jsonb_typeof(p_evidence), '') <> 'object' or pg_column_size(p_evidence) > 65536 then
    perform airlock.refuse('AL026', 'Evidence is an object of at most 64 KB.');
  end if;
  select a.* into agent from agents.agents a where a.id = p_agent for update;
  if agent.id is null then
    perform airlock.refuse('AL028', 'There is no such agent.');
  end if;
  select t.level into present from agents.agent_trust t where t.agent_id = agent.id and t.category = p_category;
  ceiling := case when agent.custom_grants is null then array_position(levels, agent.access_level) else 4 end;
  if present = p_level and target <= ceiling then
    perform airlock.refuse('AL030', format('It is trusted as %s already.', p_level));
  end if;
  -- Without a row the declared level acts alone, so whatever is written first can only take away.
  acting := least(coalesce(array_position(levels, present), ceiling), ceiling);
  rises := target > acting;
  asks := rises and (p_level = 'elevated' or target > ceiling);
  if rises then
    perform airlock.check_counts(person);
  end if;
  if rises and agent.owner_id = person.id then
    perform airlock.refuse('AL006', 'You own this agent: another person raises it.');
  end if;
  if rises and target > acting + 1 then
    perform airlock.refuse('AL031', format('Trust rises one level at a time; it is %s now.', levels[acting]));
  end if;
  if rises and airlock.is_held_lower(agent.id, p_category, p_level) then
    perform airlock.refuse('AL030', case p_category when 'all' then 'It would change nothing: each category holds it lower.'
      else 'It would change nothing: what it is trusted with in everything holds it lower.' end);
  end if;
  if asks and exists (
    select from agents.trust_changes c where c.agent_id = agent.id and c.category = p_category and c.state = 'proposed')
  then
    perform airlock.refuse('AL030', 'This step is being decided already.');
  end if;
  if not asks then
    -- Also where it rises: what people are asked about would be a step from a level it no longer has. Lowered in everything, nothing is granted in a category.
    perform airlock.drop_trust_proposals(agent.id, case when p_category <> 'all' or rises then p_category end);
  end if;
  insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, proposed_by, reason, evidence, created_at, ceiling_to)
  values (step, agent.id, p_category, present, p_level, 'proposed', person.id, p_reason,
    case when rises then p_evidence else '{}' end, now(),
    case when target > ceiling then p_level end);
  if asks then
    perform airlock.ask_for_trust(step);
  else
    perform airlock.apply_trust_change(step);
  end if;
  perform audit.append('person:' || person.id, case when asks then 'trust.proposed' else 'trust.set' end, 'agent:' || agent.id,
    jsonb_strip_nulls(jsonb_build_object('change', step, 'category', p_category, 'from', present, 'to', p_level, 'reason', p_reason,
      'ceiling', case when target > ceiling then p_level end)));
  return jsonb_build_object('change', step, 'status', case when asks then 'proposed' else 'applied' end);
end
$$;
