-- An admin makes an agent. It starts where its level says and has no key yet.
create function agents.fn_create_agent(p_session text, p_name text, p_description text, p_owner uuid, p_access_level text)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  agent uuid := airlock.new_id();
begin
  if coalesce(p_name, '') !~ '^[a-z0-9][a-z0-9_-]{0,62}$' or length(p_description) > 500 or coalesce(p_access_level, '') not in
    (select l.level from agents.access_levels l)
  then
    perform airlock.refuse('AL026', 'An agent has a short lower-case name, a description of at most 500 characters and a known level.');
  end if;
  if p_access_level in ('elevated', 'custom') then
    perform airlock.refuse('AL005', 'No agent starts above standard: the step to elevated is decided by others, for this agent.');
  end if;
  if not exists (select from agents.people p where p.id = p_owner and p.disabled_at is null) then
    perform airlock.refuse('AL028', 'The owner is not a person here.');
  end if;
  insert into agents.agents (id, name, description, owner_id, access_level, created_at)
  values (agent, p_name, coalesce(p_description, ''), p_owner, p_access_level, now())
  on conflict (name) do nothing;
  if not found then
    perform airlock.refuse('AL030', format('There is an agent named %s already.', p_name));
  end if;
  perform audit.append('person:' || admin.id, 'agent.created', 'agent:' || agent,
    jsonb_build_object('name', p_name, 'owner', p_owner, 'accessLevel', p_access_level));
  return agent;
end
$$;
