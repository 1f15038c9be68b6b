-- Whether a text occurs in any string or number of a JSON value, names included, as it stands or as it reads.
create function airlock.contains_text(p_value jsonb, p_text text)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  folded constant text := airlock.folded(p_text);
begin
  return p_text <> '' and exists (
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
    select from said where strpos(words, p_text) > 0 or (folded <> '' and strpos(airlock.folded(words), folded) > 0));
end
$$;
