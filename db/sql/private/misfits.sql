-- Which parts of an object are not of its form, or null: a form names every key there may be, and of what type its value is ('strings': a list of
-- them) or which values it may have. What is not there is not asked about; a null is a value, and of no type.
create function airlock.misfits(p_at text, p_object jsonb, p_form jsonb)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(p_object) is distinct from 'object' then p_at else (
    select string_agg(p_at || '.' || left(o.key, 60), ', ') from jsonb_each(p_object) o
    where not coalesce(case
      when jsonb_typeof(p_form -> o.key) = 'array' then jsonb_typeof(o.value) not in ('array', 'object') and p_form -> o.key @> o.value
      when p_form ->> o.key = 'strings' then case when jsonb_typeof(o.value) = 'array'
        then not exists (select from jsonb_array_elements(o.value) e where jsonb_typeof(e) <> 'string') end
      else jsonb_typeof(o.value) = p_form ->> o.key end, false)) end
$$;
