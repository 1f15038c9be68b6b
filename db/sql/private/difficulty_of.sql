-- How hard a call counts as, from 1 to 5, by the tier that was worked out when it was asked for: nobody can claim it.
create function airlock.difficulty_of(p_tier text)
returns int language sql immutable
as $$
  select case p_tier when 'low' then 1 when 'medium' then 2 when 'high' then 4 when 'dual' then 5 end
$$;
