-- Why an agent may not rise from what it did, whatever an evaluator says of its score; null where it may. The floors under every
-- section: calls that were seen, on tool versions in force, since the last step down; a day since the last step; no critical incident in thirty
-- days; nobody stopped it.
create function airlock.flaw_of_rise(p_track agents.agent_trust)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when not airlock.earns_trust(p_track.agent_id) then 'This agent''s levels do not move by themselves.'
    when p_track.frozen_at is not null then 'A person stopped it from rising by itself.'
    when p_track.since > now() - interval '24 hours' then 'Its last step is less than a day ago.'
    when exists (
      select from agents.trust_reports r where r.agent_id = p_track.agent_id and r.severity = 'critical' and r.at > now() - interval '30 days')
      then 'There was a critical incident within thirty days.'
    when coalesce((
      select sum(t.completed + t.failed) from agents.trust_tallies t
      where t.agent_id = p_track.agent_id and t.stretch >= greatest(now() - interval '90 days', coalesce(p_track.reset_at, '-infinity'))
        and (p_track.category = 'all' or t.category = p_track.category)
        and exists (select from agents.tools_registry g where g.pinned_version_id = t.tool_version_id)), 0) < 16
      then 'Fewer than sixteen calls of it were seen.'
  end
$$;
