-- How many people, as a sentence says it.
create function airlock.people_words(p_people int)
returns text language sql immutable
as $$
  select case p_people when 1 then 'one person' else p_people || ' people' end
$$;
