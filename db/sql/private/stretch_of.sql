-- The stretch of time that a piece of evidence is added up in: its day, or the part of it after the last step down before it.
create function airlock.stretch_of(p_agent uuid, p_category text, p_at timestamptz)
returns timestamptz language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select greatest(date_trunc('day', p_at, 'UTC'), (
    select max(t.reset_at) from agents.agent_trust t where t.agent_id = p_agent and t.category in ('all', p_category) and t.reset_at <= p_at))
$$;
