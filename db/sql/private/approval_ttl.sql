-- How long people have to decide. Two people need time to meet, so the highest tier is not the shortest. Where a profile of the agent gives an
-- action less time, that holds.
create function airlock.approval_ttl(p_tier text, p_terms airlock.call_terms)
returns interval language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  minutes int := airlock.setting('approval_minutes_' || p_tier)::int;
begin
  if cardinality(p_terms.profile_ids) > 0 then
    minutes := least(minutes, (
      select min((h.approval_minutes ->> w)::int) from agents.profiles h, unnest(airlock.words_for(p_terms.action_type, p_terms.category)) w
      where h.id = any (p_terms.profile_ids)));
  end if;
  return make_interval(mins => minutes);
end
$$;
