-- How many calls of an agent, so hard or harder, went well in a scope: on tool versions in force, within ninety days, since the last step down.
create function airlock.calls_done(p_track agents.agent_trust, p_difficulty int default 1)
returns bigint language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(t.completed), 0)::bigint from agents.trust_tallies t
  where t.agent_id = p_track.agent_id and t.stretch >= greatest(now() - interval '90 days', coalesce(p_track.reset_at, '-infinity'))
    and t.difficulty >= p_difficulty and (p_track.category = 'all' or t.category = p_track.category)
    and exists (select from agents.tools_registry g where g.pinned_version_id = t.tool_version_id)
$$;
