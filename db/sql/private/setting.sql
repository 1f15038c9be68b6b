-- A number of agents.settings. One that is not there stops whatever asked for it: no default can be right for all of them.
create function airlock.setting(p_name text)
returns numeric language plpgsql stable strict
set search_path = pg_catalog, pg_temp
as $$
declare
  found_value numeric;
begin
  select s.value into strict found_value from agents.settings s where s.name = p_name;
  return found_value;
end
$$;
