-- Puts an agent where its trust section lets it start, in every scope it has no level in yet; not above its ceiling, from where the next step
-- would be two. Whatever is written first can only take away, for without it the declared level acts alone. Returns how many; the caller writes the entry.
create function airlock.begin_trust(p_agent uuid)
returns int language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  config constant jsonb := airlock.trust_config_of(p_agent);
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  -- None where it has a level of its own making.
  ceiling constant int := (select array_position(levels, a.access_level) from agents.agents a where a.id = p_agent and a.custom_grants is null);
  begun uuid[];
begin
  with steps as (
    insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, reason, evidence, created_at, kind)
    select airlock.new_id(), p_agent, s.category, null, s.level, 'proposed', format('Under %s an agent starts as %s.', config ->> 'strategy', s.level), '{}', now(), 'start'
    from (select t.category, levels[least(array_position(levels, t.level), ceiling)] as level from airlock.trust_starts(config) t) s
    where not exists (select from agents.agent_trust t where t.agent_id = p_agent and t.category = s.category)
    returning id
  )
  select array_agg(id) into begun from steps;
  perform airlock.apply_trust_change(b) from unnest(begun) b;
  return coalesce(cardinality(begun), 0);
end
$$;
