-- The rules of the gate that would have refused a call of an agent whose gate only reports. What they saw stays in the trace.
create function airlock.reports_in(p_lines jsonb)
returns jsonb language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(distinct line -> 'rule'), '[]') from jsonb_array_elements(p_lines) line
  where line ->> 'concluded' = 'pass' and starts_with(line ->> 'sentence', 'Reported only:')
$$;
