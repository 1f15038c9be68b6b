-- The categories that a report counts in, without the whole.
create function airlock.categories_in(p_counted jsonb)
returns jsonb language sql immutable
as $$
  select coalesce(jsonb_agg(c ->> 'category' order by c ->> 'category'), '[]') from jsonb_array_elements(p_counted) c where c ->> 'category' <> 'all'
$$;
