-- Where a standing rule and an input part: null when the rule answers for the input, otherwise the name of the first argument that it
-- does not cover, or empty when it is the rule as a whole. `{"anywhere": text}` matches a text in any value or name. `{"arguments":
-- {name: test}}` must name every argument there is: what nobody thought of when the rule was made is not covered by it. Tests:
-- `{"is": value}`, `{"oneOf": [values]}`, `{"prefix": text}`, `{"suffix": text}`, `{"atMost": number}`, `{"any": true}`; `"optional":
-- true` beside one lets the argument be absent. Whatever is not understood does not match.
-- Tried on thousands of past calls before it is made, so it asks one query and otherwise computes.
create function airlock.rule_mismatch(p_pattern jsonb, p_input jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  tests constant jsonb := p_pattern -> 'arguments';
  names text[];
  name text;
  test jsonb;
  word text;
  given jsonb;
  fits boolean;
begin
  if jsonb_typeof(p_pattern) is distinct from 'object' then
    return '';
  end if;
  if p_pattern ? 'anywhere' then
    return case when p_pattern - 'anywhere' = '{}' and jsonb_typeof(p_pattern -> 'anywhere') = 'string'
      and airlock.contains_text(p_input, p_pattern ->> 'anywhere') then null else '' end;
  end if;
  if jsonb_typeof(tests) is distinct from 'object' or p_pattern - 'arguments' <> '{}' or jsonb_typeof(p_input) is distinct from 'object' then
    return '';
  end if;
  names := array(select jsonb_object_keys(tests));
  if p_input - names <> '{}' then
    return (select min(k) from jsonb_object_keys(p_input - names) k);
  end if;
  foreach name in array names loop
    test := tests -> name;
    if jsonb_typeof(test) <> 'object' then
      return name;
    end if;
    word := case when test ? 'is' then 'is' when test ? 'oneOf' then 'oneOf' when test ? 'prefix' then 'prefix'
      when test ? 'suffix' then 'suffix' when test ? 'atMost' then 'atMost' when test ? 'any' then 'any' end;
    if word is null or test - 'optional' - word <> '{}' then
      return name;
    end if;
    given := p_input -> name;
    if given is null then
      if test -> 'optional' is distinct from 'true'::jsonb then
        return name;
      end if;
      continue;
    end if;
    if word = 'is' then
      fits := given = test -> 'is';
    elsif word = 'any' then
      fits := test -> 'any' = 'true'::jsonb;
    elsif word = 'oneOf' then
      fits := jsonb_typeof(test -> 'oneOf') = 'array' and exists (select from jsonb_array_elements(test -> 'oneOf') o where o = given);
    elsif word = 'atMost' then
      fits := jsonb_typeof(given) = 'number' and jsonb_typeof(test -> 'atMost') = 'number'
        and (given #>> '{}')::numeric between 0 and (test ->> 'atMost')::numeric;
    elsif jsonb_typeof(given) <> 'string' or jsonb_typeof(test -> word) <> 'string' then
      fits := false;
    elsif word = 'prefix' then
      fits := airlock.begins_plainly(given #>> '{}', test ->> 'prefix');
    else
      fits := airlock.ends_plainly(given #>> '{}', test ->> 'suffix');
    end if;
    if fits is not true then
      return name;
    end if;
  end loop;
  return null;
end
$$;
