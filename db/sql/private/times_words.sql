-- How often, as a sentence says it.
create function airlock.times_words(p_times int)
returns text language sql immutable
as $$
  select case p_times when 1 then 'once' else p_times || ' times' end
$$;
