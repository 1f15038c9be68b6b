-- How long a released call of this tier can still be taken back.
create function airlock.release_delay(p_tier text)
returns interval language sql stable
as $$
  select make_interval(secs => airlock.setting('release_seconds_' || p_tier)::int)
$$;
