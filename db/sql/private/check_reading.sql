-- When this was first on the person's screen; refuses a yes to something grave that came sooner than it can be read. A person who
-- has been approving without reading has to look longer.
create function airlock.check_reading(p_person uuid, p_approval uuid, p_tier text)
returns timestamptz language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  seen timestamptz := (select s.at from agents.approval_sights s where s.approval_id = p_approval and s.person_id = p_person);
  hurried constant boolean := p_tier in ('high', 'dual') and airlock.is_hurried(p_person);
  needed constant interval := airlock.reading_time(p_tier, hurried);
begin
  if needed is null then
    return seen;
  end if;
  if seen is null or seen + needed > clock_timestamp() then
    perform airlock.refuse('AL037', case when hurried
        then format('Your last approvals were quicker than reading; look at this one for %s seconds.', extract(epoch from needed)::int)
        else format('Look at it for %s seconds before you approve it.', extract(epoch from needed)::int) end,
      jsonb_build_object('hurried', hurried, 'waitSeconds', ceil(extract(epoch from coalesce(seen, clock_timestamp()) + needed - clock_timestamp()))));
  end if;
  return seen;
end
$$;
