-- Every string, number and name in a JSON value, one after the other, with something between them that no text holds: a character that
-- Unicode keeps from being one. Read off its text in one go: to walk the value costs seconds where it has a hundred thousand parts or is nested a
-- few thousand deep, and a single call of an agent would hold up whoever looks through what waits. What a double is written as without an exponent has at most
-- 25 characters, so of a longer number its first forty stand for it.
create function airlock.words_of(p_value jsonb)
returns text language sql immutable
as $$
  select coalesce(string_agg(case
      when not starts_with(part[1], '"') then left(part[1], 40)
      when strpos(part[1], E'\\') = 0 then substr(part[1], 2, length(part[1]) - 2)
      else part[1]::jsonb #>> '{}' end, E'\ufdd0'), '')
  from regexp_matches(p_value::text, E'("(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.]*)', 'g') part
$$;
