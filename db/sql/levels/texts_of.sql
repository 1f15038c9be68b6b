-- The texts of a list in JSON; none of one that is not there.
create function airlock.texts_of(p_list jsonb)
returns text[] language sql immutable
as $$
  select coalesce(array(select jsonb_array_elements_text(p_list)), '{}')
$$;
