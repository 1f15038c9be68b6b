-- Puts an agent where its trust section lets it start, in every scope it has no level in yet. Whatever is written first can only take
-- away, for without it the declared level acts alone. Returns how many; the caller writes the entry.
create function airlock.begin_trust(p_agent uuid)
returns int language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  config constant jsonb := airlock.trust_config_of(p_agent);
  begun uuid[];
begin
  with steps as (
    insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, reason, evidence, created_at, kind)
    select airlock.new_id(), p_agent, s.category, null, s.level, 'proposed', format('Under %s an agent starts as %s.', config ->> 'strategy', s.level), '{}', now(), 'start'
    from airlock.trust_starts(config) s
    where not exists (select from agents.agent_trust t where t.agent_id = p_agent and t.category = s.category)
    returning id
  )
  select array_agg(id) into begun from steps;
  perform airlock.apply_trust_change(b) from unnest(begun) b;
  return coalesce(cardinality(begun), 0);
end
$$;
