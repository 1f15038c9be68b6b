-- Refuses whoever has a role that one admin gave alone and that does not count yet: until then it only takes away. Asked before every yes, and before
-- whatever somebody does that they could not do themselves who gave the role: let their own agent go on, trust it more, read what its tools returned.
create function airlock.check_counts(p_person agents.people)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_person.counts_from > now() then
    perform airlock.refuse('AL005', 'Your role was given by one admin alone; it counts from '
      || to_char(p_person.counts_from at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC.');
  end if;
end
$$;
