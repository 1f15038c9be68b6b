-- Whether a role was held long enough to count towards two people.
create function airlock.role_has_aged(p_since timestamptz)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select p_since < now() - make_interval(hours => airlock.setting('quorum_role_hours')::int)
$$;
