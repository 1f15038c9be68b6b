-- A time as ISO 8601 in UTC with milliseconds, whatever the session's settings are.
create function airlock.stamp(p_at timestamptz)
returns text language sql stable
as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
