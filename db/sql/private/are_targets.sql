-- Whether this is a list of what a call would reach, as the process that asks may say it: few, short, and each with its kind before it. None is fine.
create function airlock.are_targets(p_targets jsonb)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  target jsonb;
begin
  if p_targets is null then
    return true;
  end if;
  if jsonb_typeof(p_targets) <> 'array' or jsonb_array_length(p_targets) not between 1 and 32 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(p_targets) - 1 loop
    target := p_targets -> n;
    if jsonb_typeof(target) <> 'string' or length(target #>> '{}') > 300 or (target #>> '{}') !~ '^[a-z]{1,20} .' then
      return false;
    end if;
  end loop;
  return true;
end
$$;
