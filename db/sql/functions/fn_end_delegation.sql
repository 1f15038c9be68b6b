-- A person is back before they said, or an admin ends it for them.
create function agents.fn_end_delegation(p_session text, p_delegation uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  update agents.delegations set ended_at = now()
  where id = p_delegation and ended_at is null and (from_person = person.id or person.role = 'admin');
  if not found then
    perform airlock.refuse('AL028', 'There is no such absence of yours.');
  end if;
  perform audit.append('person:' || person.id, 'delegation.ended', 'person:' || person.id, jsonb_build_object('delegation', p_delegation));
end
$$;
