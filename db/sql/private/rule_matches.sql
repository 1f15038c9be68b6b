-- Whether a standing rule answers for an input. `{"anywhere": text}` matches a text in any value or name. `{"arguments": {name: test}}`
-- must name every argument there is: what nobody thought of when the rule was made is not covered by it. Tests: `{"is": value}`,
-- `{"oneOf": [values]}`, `{"prefix": text}`, `{"suffix": text}`, `{"atMost": number}`, `{"any": true}`; `"optional": true` beside
-- one lets the argument be absent. Whatever is not understood does not match.
create function airlock.rule_matches(p_pattern jsonb, p_input jsonb)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  test record;
  given jsonb;
begin
  if jsonb_typeof(p_pattern -> 'anywhere') = 'string' then
    return airlock.contains_text(p_input, p_pattern ->> 'anywhere');
  end if;
  if jsonb_typeof(p_pattern -> 'arguments') is distinct from 'object' or jsonb_typeof(p_input) is distinct from 'object' then
    return false;
  end if;
  if exists (select from jsonb_object_keys(p_input) k where not p_pattern -> 'arguments' ? k) then
    return false;
  end if;
  for test in select e.key, e.value from jsonb_each(p_pattern -> 'arguments') e loop
    given := p_input -> test.key;
    if given is null then
      if test.value -> 'optional' is distinct from 'true'::jsonb then
        return false;
      end if;
    elsif not coalesce(case
      when test.value ? 'is' then given = test.value -> 'is'
      when test.value ? 'oneOf' then jsonb_typeof(test.value -> 'oneOf') = 'array' and exists (
        select from jsonb_array_elements(test.value -> 'oneOf') o where o = given)
      when test.value ? 'prefix' then jsonb_typeof(given) = 'string' and starts_with(given #>> '{}', test.value ->> 'prefix')
        -- A path that climbs out again only begins like the one that was meant.
        and strpos(given #>> '{}', '..') = 0
      when test.value ? 'suffix' then jsonb_typeof(given) = 'string' and right(given #>> '{}', length(test.value ->> 'suffix')) = test.value ->> 'suffix'
      when test.value ? 'atMost' then jsonb_typeof(given) = 'number' and jsonb_typeof(test.value -> 'atMost') = 'number'
        and (given #>> '{}')::numeric between 0 and (test.value ->> 'atMost')::numeric
      when test.value -> 'any' = 'true'::jsonb then true
      else false end, false) then
      return false;
    end if;
  end loop;
  return true;
end
$$;
