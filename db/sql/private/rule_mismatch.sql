-- Where a standing rule and an input part: null when the rule answers for the input, otherwise the name of the first argument that it
-- does not cover, or empty when it is the rule as a whole. `{"anywhere": text}` matches a text in any value or name. `{"arguments":
-- {name: test}}` must name every argument there is: what nobody thought of when the rule was made is not covered by it. Tests:
-- `{"is": value}`, `{"oneOf": [values]}`, `{"prefix": text}`, `{"suffix": text}`, `{"atMost": number}`, `{"any": true}`; `"optional":
-- true` beside one lets the argument be absent. Whatever is not understood does not match.
create function airlock.rule_mismatch(p_pattern jsonb, p_input jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  tests constant jsonb := p_pattern -> 'arguments';
  unnamed text;
  test record;
  given jsonb;
begin
  if jsonb_typeof(p_pattern) is distinct from 'object' or (select count(*) from jsonb_object_keys(p_pattern)) <> 1 then
    return '';
  end if;
  if jsonb_typeof(p_pattern -> 'anywhere') = 'string' then
    return case when airlock.contains_text(p_input, p_pattern ->> 'anywhere') then null else '' end;
  end if;
  if jsonb_typeof(tests) is distinct from 'object' or jsonb_typeof(p_input) is distinct from 'object' then
    return '';
  end if;
  select k into unnamed from jsonb_object_keys(p_input) k where not tests ? k order by k limit 1;
  if found then
    return unnamed;
  end if;
  for test in select e.key, e.value from jsonb_each(tests) e order by e.key loop
    given := p_input -> test.key;
    if jsonb_typeof(test.value) <> 'object' or (select count(*) from jsonb_object_keys(test.value - 'optional')) <> 1 then
      return test.key;
    elsif given is null then
      if test.value -> 'optional' is distinct from 'true'::jsonb then
        return test.key;
      end if;
    elsif not coalesce(case
      when test.value ? 'is' then given = test.value -> 'is'
      when test.value ? 'oneOf' then jsonb_typeof(test.value -> 'oneOf') = 'array' and exists (
        select from jsonb_array_elements(test.value -> 'oneOf') o where o = given)
      when test.value ? 'prefix' then jsonb_typeof(given) = 'string' and jsonb_typeof(test.value -> 'prefix') = 'string'
        and airlock.begins_plainly(given #>> '{}', test.value ->> 'prefix')
      when test.value ? 'suffix' then jsonb_typeof(given) = 'string' and jsonb_typeof(test.value -> 'suffix') = 'string'
        and airlock.ends_plainly(given #>> '{}', test.value ->> 'suffix')
      when test.value ? 'atMost' then jsonb_typeof(given) = 'number' and jsonb_typeof(test.value -> 'atMost') = 'number'
        and (given #>> '{}')::numeric between 0 and (test.value ->> 'atMost')::numeric
      else test.value -> 'any' = 'true'::jsonb end, false) then
      return test.key;
    end if;
  end loop;
  return null;
end
$$;
