-- What every channel has: a name a person can tell apart, news that exist, and a tier to begin with.
create function airlock.check_channel(p_name text, p_news text[], p_least_rank int)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(length(btrim(p_name)), 0) not between 1 and 60 or p_name ~ '[[:cntrl:]]' then
    perform airlock.refuse('AL026', 'A channel has a name of at most 60 characters.');
  end if;
  if coalesce(cardinality(p_news), 0) not between 1 and 5 or array_position(p_news, null) is not null
    or not p_news <@ array['approval_required', 'escalated', 'decided', 'expired', 'unknown']
  then
    perform airlock.refuse('AL026', 'A channel is told of at least one kind of news, of those that there are.');
  end if;
  if coalesce(p_least_rank, 0) not between 1 and 4 then
    perform airlock.refuse('AL026', 'The lowest tier to tell of is 1 (low) to 4 (dual).');
  end if;
end
$$;
