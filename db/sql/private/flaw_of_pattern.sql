-- What is wrong with the pattern of a rule, as a sentence; null when nothing is. A standing yes says of every argument what it may be,
-- and of at least one that must be there more than "anything"; only a standing no may look for a text anywhere.
create function airlock.flaw_of_pattern(p_effect text, p_pattern jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  tests constant jsonb := p_pattern -> 'arguments';
  flaw text;
begin
  if jsonb_typeof(p_pattern) is distinct from 'object' or (select count(*) from jsonb_object_keys(p_pattern)) <> 1
    or not p_pattern ?| array['arguments', 'anywhere']
  then
    return 'A rule says which arguments it is for.';
  end if;
  if octet_length(p_pattern::text) > 16384 then
    return 'A rule has at most 16 KiB; let a long argument be anything, or decide such calls one by one.';
  end if;
  if p_pattern ? 'anywhere' then
    return case
      when p_effect is distinct from 'deny' then 'Only a denial looks for a text anywhere.'
      when jsonb_typeof(p_pattern -> 'anywhere') <> 'string' or length(p_pattern ->> 'anywhere') > 500
        or length(btrim(airlock.folded(p_pattern ->> 'anywhere'))) < 4 then 'The text has 4 to 500 characters that can be seen.'
    end;
  end if;
  if jsonb_typeof(tests) <> 'object' or (select count(*) from jsonb_object_keys(tests)) > 100 then
    return 'A rule names at most 100 arguments.';
  end if;
  select format('%s: %s', left(e.key, 100), airlock.flaw_of_test(e.value)) into flaw
  from jsonb_each(tests) e where airlock.flaw_of_test(e.value) is not null order by e.key limit 1;
  if flaw is not null then
    return flaw;
  end if;
  if tests <> '{}' and not exists (select from jsonb_each(tests) e where not e.value ?| array['any', 'optional']) then
    return 'Say of at least one argument what it must be.';
  end if;
  return null;
end
$$;
