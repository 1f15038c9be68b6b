-- How long a released call may wait for a dispatcher before it is too old to run.
create function airlock.execution_ttl()
returns interval language sql stable
as $$
  select make_interval(secs => airlock.setting('execution_seconds')::int)
$$;
