-- The session's person, if their role is one of those that may do this; otherwise a refusal that names the roles.
create function airlock.person_with_role(p_session text, variadic p_roles text[])
returns agents.people language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  if not person.role = any (p_roles) then
    perform airlock.refuse('AL005',
      format('This takes the role %s; yours is %s.', array_to_string(p_roles, ' or '), person.role),
      jsonb_build_object('roles', p_roles, 'yours', person.role));
  end if;
  return person;
end
$$;
