-- Every string, number and name in a JSON value, one after the other, with something between them that no text holds: a character that
-- Unicode keeps from being one.
create function airlock.words_of(p_value jsonb)
returns text language sql immutable
as $$
  with recursive part as (
    select p_value as v, null::text as name
    union all
    select c.v, c.name from part p, lateral (
      select e.value as v, e.key as name from jsonb_each(case when jsonb_typeof(p.v) = 'object' then p.v else '{}' end) e
      union all
      select a.value, null from jsonb_array_elements(case when jsonb_typeof(p.v) = 'array' then p.v else '[]' end) a
    ) c
  ), said as (
    select name as words from part where name is not null
    union all
    select v #>> '{}' from part where jsonb_typeof(v) in ('string', 'number')
  )
  select coalesce(string_agg(words, E'\ufdd0'), '') from said
$$;
