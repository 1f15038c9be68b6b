-- Refuses whoever the policy in force does not have vote on calls of this tool, in words that say who does.
create function airlock.check_voter(p_person agents.people, p_tool uuid)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not p_person.role = any (airlock.voters_for(p_tool)) then
    perform airlock.refuse('AL005', format('The policy has calls of this class decided by the role %s; yours is %s.',
      array_to_string(airlock.voters_for(p_tool), ' or '), p_person.role));
  end if;
end
$$;
