-- Whom an input names by what the contract of its tool declares, read here so that nobody has to be believed about it. Each in the two forms that a word for it
-- may have (lib/policy/gate/name-targets.ts): as it stands, which a text that looks like the other form never has, and how one begins that has its digest. Of a
-- list each is one; what is no text counts as it is written, which is the gateway's text for it only in the canonical form that inputs are asked for in.
-- Nothing at all stands for more than a thousand: to look at tens of thousands would hold up everybody else's calls.
create function airlock.targets_in(p_version uuid, p_input text)
returns table (plain text, digested text) language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive walk (kind, value, path) as (
    select d ->> 'kind', p_input::json, (string_to_array(d ->> 'at', '/'))[2:]
    from agents.tool_versions v cross join lateral jsonb_array_elements(v.contract #> '{gate,targets}') d where v.id = p_version
    union all
    select w.kind, inner_part.value, w.path[2:] from walk w cross join lateral (
      select m.value from json_each(case when w.path <> '{}' and json_typeof(w.value) = 'object' then w.value end) m
      where w.path[1] = '*' or m.key = replace(replace(w.path[1], '~1', '/'), '~0', '~')
      union all
      select i.value from json_array_elements(case when json_typeof(w.value) = 'array' then w.value end) with ordinality i (value, place)
      where w.path = '{}' or w.path[1] = '*' or w.path[1] = (i.place - 1)::text
    ) inner_part
  ), found as materialized (
    select w.kind, case json_typeof(w.value) when 'string' then w.value #>> '{}' else w.value::text end as said
    from walk w where w.path = '{}' and json_typeof(w.value) not in ('array', 'null') limit 1001
  )
  select case when not starts_with(t.said, 'sha256:') then t.kind || ' ' || t.said end, t.kind || ' sha256:' || airlock.sha256_hex(to_json(t.said)::text) || ' '
  from (select distinct f.kind, f.said from found f where (select count(*) from found) <= 1000) t
  union all
  select null, null where (select count(*) from found) > 1000
$$;
