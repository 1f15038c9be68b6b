-- Whether an evaluator's word counts that a level was shown anew: when that is due and not before, or it could be put off for ever; and, above where
-- the strategy starts, not without the calls that every step rests on.
create function airlock.may_be_verified(p_track agents.agent_trust)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.earns_trust(p_track.agent_id)
    and coalesce(p_track.verified_at, p_track.since) <= now() - make_interval(secs => 86400 * coalesce((c.config #>> '{re_verification,interval_days}')::float8, 90))
    and (airlock.calls_done(p_track) >= 16 or exists (
      select from airlock.trust_starts(c.config) s where s.category = p_track.category
        and array_position(array['sandboxed', 'restricted', 'standard', 'elevated'], p_track.level)
          <= array_position(array['sandboxed', 'restricted', 'standard', 'elevated'], s.level)))
  from (select airlock.trust_config_of(p_track.agent_id)) c (config)
$$;
