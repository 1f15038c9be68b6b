-- What is wrong with how a rule tests one argument, as a sentence; null when nothing is. A beginning stops where a name stops, or it
-- would cover what only looks alike: `/out` is also how `/outside` begins, and `https://` is how every address does.
create function airlock.flaw_of_test(p_test jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  words constant text[] := array['is', 'oneOf', 'prefix', 'suffix', 'atMost', 'any'];
  word text;
  piece text;
begin
  if jsonb_typeof(p_test) is distinct from 'object' or (p_test ? 'optional' and p_test -> 'optional' <> 'true'::jsonb) then
    return 'it is not a test.';
  end if;
  if (select count(*) from jsonb_object_keys(p_test - 'optional')) <> 1 then
    return 'it takes exactly one test.';
  end if;
  select k into strict word from jsonb_object_keys(p_test - 'optional') k;
  piece := p_test ->> word;
  return case
    when word <> all (words) then 'there is no such test.'
    when word = 'any' and p_test -> 'any' <> 'true'::jsonb then 'anything is said with true.'
    when word = 'oneOf' and (jsonb_typeof(p_test -> 'oneOf') <> 'array' or jsonb_array_length(p_test -> 'oneOf') not between 1 and 50)
      then 'a list has 1 to 50 values.'
    when word = 'atMost' and (jsonb_typeof(p_test -> 'atMost') <> 'number' or piece::numeric not between 0 and 9007199254740991)
      then 'the most is a number from 0 to 9007199254740991.'
    when word not in ('prefix', 'suffix') then null
    when jsonb_typeof(p_test -> word) <> 'string' or piece !~ E'\\S' then 'a beginning or an end has at least one character.'
    when piece ~ E'[\\\\%\\u0001-\\u001f\\u007f-\\u00a0]' or strpos(piece, '..') > 0 or airlock.folded(piece) <> lower(piece)
      then 'a beginning or an end is written plainly, without .., %, backslash or what cannot be seen.'
    when word = 'suffix' and piece !~ '^[.@][^/]*[A-Za-z0-9]$' then 'an end begins with a dot or an @ and has no slash, so that no other name ends alike.'
    when word = 'suffix' then null
    -- Plain punctuation or a space: a letter of any script is a letter.
    when piece !~ E'[\\u0020-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e]$' then 'a beginning ends where a name ends: with a slash, a dash, a colon or the like.'
    when strpos(piece, '/') = 0 then null
    when right(piece, 1) <> '/' then 'the beginning of a path or an address ends with a slash.'
    when strpos(piece, ':/') > 0 and piece !~* '^[a-z][a-z0-9+.-]*://[a-z0-9.-]*[a-z0-9](:[0-9]+)?/' then 'the beginning of an address has its whole host.'
    when strpos(regexp_replace(piece, '^[A-Za-z][A-Za-z0-9+.-]*://', ''), '//') > 0 then 'a path has no empty name in it.'
    when piece !~ '[A-Za-z0-9]' then 'the beginning of a path has at least one folder.'
  end;
end
$$;
