-- Refuses whoever has their role not long enough to be one of two people (airlock.role_has_aged), and says from when they are.
create function airlock.check_aged(p_person agents.people)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not airlock.role_has_aged(p_person.role_since) then
    perform airlock.refuse('AL005', 'This takes two people, and your role is new; for two people it counts from '
      || to_char((p_person.role_since + make_interval(hours => airlock.setting('quorum_role_hours')::int)) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC.');
  end if;
end
$$;
