-- A tier as a number, so that the gravest can be read first from an index.
create function airlock.rank_of(p_tier text)
returns smallint language sql immutable
as $$
  select array_position(array['low', 'medium', 'high', 'dual'], p_tier)::smallint
$$;
