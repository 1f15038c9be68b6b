-- An admin makes an agent. It has no key yet, and starts where its level says; where trust is earned, that level is a ceiling (elevated, if
-- none is given) and it starts where the strategy says, in the same transaction.
create function agents.fn_create_agent(p_session text, p_name text, p_description text, p_owner uuid, p_access_level text)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  agent uuid := airlock.new_id();
  config jsonb;
  earns boolean;
  declared text;
begin
  -- Held, so that no other policy comes in force between the ceiling and the level under it.
  select f.config into config from agents.trust_in_force f where f.one = 1 for share;
  earns := coalesce(config ->> 'strategy', 'disabled') <> 'disabled';
  declared := coalesce(p_access_level, case when earns then 'elevated' else config ->> 'initial_level' end);
  if coalesce(p_name, '') !~ '^[a-z0-9][a-z0-9_-]{0,62}$' or length(p_description) > 500 or coalesce(declared, '') not in
    (select l.level from agents.access_levels l)
  then
    perform airlock.refuse('AL026', 'An agent has a short lower-case name, a description of at most 500 characters and a known level.');
  end if;
  if p_name in ('constructor', 'prototype') then
    perform airlock.refuse('AL026', format('No agent is named %s: no policy could name it.', p_name));
  end if;
  if declared = 'custom' or (declared = 'elevated' and not earns) then
    perform airlock.refuse('AL005', 'No agent starts above standard: the step to elevated is decided by others, for this agent.');
  end if;
  if not exists (select from agents.people p where p.id = p_owner and p.disabled_at is null) then
    perform airlock.refuse('AL028', 'The owner is not a person here.');
  end if;
  insert into agents.agents (id, name, description, owner_id, access_level, created_at)
  values (agent, p_name, coalesce(p_description, ''), p_owner, declared, now())
  on conflict (name) do nothing;
  if not found then
    perform airlock.refuse('AL030', format('There is an agent named %s already.', p_name));
  end if;
  perform airlock.begin_trust(agent);
  perform audit.append('person:' || admin.id, 'agent.created', 'agent:' || agent,
    jsonb_build_object('name', p_name, 'owner', p_owner, 'accessLevel', declared));
  return agent;
end
$$;
