-- Why an agent may not rise from what it did, whatever an evaluator says of its score; null where it may. The floors under every
-- section: calls that went well, on tool versions in force, since the last step down, and as hard as the step asks for where no person looks at it
-- (`p_difficulty`); a day since the last step; no critical incident in thirty days; nobody stopped it.
create function airlock.flaw_of_rise(p_track agents.agent_trust, p_difficulty int)
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
    when airlock.calls_done(p_track, p_difficulty) < 16 then format('Fewer than sixteen calls of difficulty %s or more went well.', p_difficulty)
  end
$$;
