-- Takes a step of trust: the record first, then the ceiling and the level that the guards compare with it. A ceiling that rises for one category
-- lifts no other. A step from a level that the agent has left meanwhile is not taken. After a step down, what was done before it earns nothing any more.
create function airlock.apply_trust_change(p_change uuid)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  step agents.trust_changes;
  ceiling text;
begin
  select c.* into strict step from agents.trust_changes c where c.id = p_change;
  if step.from_level is distinct from (
    select t.level from agents.agent_trust t where t.agent_id = step.agent_id and t.category = step.category for update)
  then
    perform airlock.refuse('AL012', 'The agent is no longer trusted as it was when this step was proposed.');
  end if;
  update agents.trust_changes set state = 'applied', decided_at = now() where id = p_change;
  if step.ceiling_to is not null then
    select a.access_level into ceiling from agents.agents a
    where a.id = step.agent_id and a.access_level <> 'custom' and array_position(levels, a.access_level) < array_position(levels, step.ceiling_to);
    if ceiling is not null and step.category <> 'all' then
      perform airlock.hold_scopes(step, ceiling);
    end if;
    update agents.agents a set access_level = step.ceiling_to where a.id = step.agent_id and ceiling is not null;
  end if;
  if step.from_level is null then
    insert into agents.agent_trust (agent_id, category, level, since, verified_at) values (step.agent_id, step.category, step.to_level, now(), now());
  else
    update agents.agent_trust set level = step.to_level, since = now(), verified_at = now(),
      reset_at = case when array_position(levels, step.to_level) < array_position(levels, step.from_level) then now() else reset_at end
    where agent_id = step.agent_id and category = step.category;
  end if;
  perform airlock.note_evidence(array[step.agent_id]);
  perform airlock.emit('agent_trust_changed', step.agent_id, step.agent_id,
    jsonb_build_object('category', step.category, 'from', step.from_level, 'to', step.to_level));
  perform airlock.wake();
end
$$;
