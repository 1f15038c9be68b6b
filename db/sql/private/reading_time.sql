-- How long a person has to have had something of this tier on their screen before their yes is taken; null: not at all.
create function airlock.reading_time(p_tier text, p_hurried boolean)
returns interval language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_tier in ('high', 'dual') and airlock.setting('reading_seconds') > 0 then
    make_interval(secs => airlock.setting(case when p_hurried then 'hurried_reading_seconds' else 'reading_seconds' end)::int) end
$$;
