-- The rules that held or denied a call.
create function airlock.rules_in(p_lines jsonb)
returns jsonb language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(distinct line -> 'rule'), '[]') from jsonb_array_elements(p_lines) line where line ->> 'concluded' in ('hold', 'deny')
$$;
