-- Whether this is what an agent's runtime may say of a task. Whatever is not known is refused, so that a misspelt incident is heard of.
create function airlock.is_outcome(p_said jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_typeof(p_said) = 'object' and pg_column_size(p_said) < 16384
    and airlock.misfits('outcome', p_said, '{"result": ["completed", "failed", "abandoned"], "difficulty": [1, 2, 3, 4, 5], "quality": "number", "incident": "object"}') is null
    and p_said ? 'result'
    and case when p_said ? 'quality' then (p_said ->> 'quality')::numeric between 0 and 10 else true end
    and case when p_said ? 'incident' then
      airlock.misfits('incident', p_said -> 'incident', '{"severity": ["minor", "critical"], "summary": "string"}') is null
      and p_said -> 'incident' ?& array['severity', 'summary'] and length(btrim(p_said #>> '{incident,summary}')) between 1 and 2000
    else true end
$$;
