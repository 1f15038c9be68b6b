-- The declared level is one for all categories. Where it rises with a step in one of them, people were asked about that one: the others are written down
-- at the level they acted at, so that they act there still. A step that is asked about in them is one from elsewhere, and ends. The caller
-- holds the agent's row, and raises the ceiling after this.
create function airlock.hold_scopes(p_step agents.trust_changes, p_ceiling text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  scope record;
  held uuid;
begin
  if exists (
    select from agents.agent_trust t
    where t.agent_id = p_step.agent_id and t.category = 'all' and array_position(levels, t.level) <= array_position(levels, p_ceiling))
  then
    return;
  end if;
  for scope in
    select c.category, t.level
    from unnest(array['file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment',
      'memory', 'mcp']) c (category)
    left join agents.agent_trust t on t.agent_id = p_step.agent_id and t.category = c.category
    where c.category <> p_step.category and (t.level is null or array_position(levels, t.level) > array_position(levels, p_ceiling))
    order by c.category
  loop
    perform airlock.drop_trust_proposals(p_step.agent_id, scope.category, 'Its ceiling rose meanwhile, for another category; ask again.');
    insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, proposed_by, reason, evidence, created_at, kind)
    values (airlock.new_id(), p_step.agent_id, scope.category, scope.level, p_ceiling, 'proposed', p_step.proposed_by,
      format('It acts here as before: its ceiling rose for %s alone.', p_step.category), '{}', now(), case when scope.level is null then 'start' else 'person' end)
    returning id into held;
    perform airlock.apply_trust_change(held);
  end loop;
end
$$;
