-- Which of those that have a say before such a call is decided (the policy's checks, and whatever hook was asked about this very call) have not said yes
-- among these lines; null where none is missing. An edit is made where none of them can be asked.
create function airlock.unasked_sayers(p_tool text, p_last agents.invocation_inputs, p_checks jsonb)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select left(string_agg(s.name, ', ' order by s.name), 200)
  from (
    select c ->> 'name' from jsonb_array_elements(airlock.outside_checks(p_tool)) c
    union
    select substr(line ->> 'rule', 6) from jsonb_array_elements(coalesce(p_last.checks, '[]') || (p_last.trace -> 'lines')) line
    where starts_with(line ->> 'rule', 'hook.')
  ) s (name)
  where not p_checks @> jsonb_build_array(jsonb_build_object('rule', 'hook.' || s.name, 'concluded', 'pass'))
$$;
