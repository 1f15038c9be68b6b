-- How an invocation is born, held for every role and every statement: in one of three states, of an agent by its own key, for
-- a version of its own tool, and never with fewer people than the tool's classes ask for.
create function airlock.guard_asked()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  least_people int;
begin
  if new.status not in ('denied', 'pending', 'running') or new.fence <> 0 or new.claimed_at is not null then
    perform airlock.refuse('AL031', format('An invocation is not born %s.', new.status));
  end if;
  select airlock.class_quorum(t.safety_class, t.egress_class, t.requires_approval) into least_people
  from agents.agent_keys k
  join agents.tools_registry t on t.id = new.tool_id
  join agents.tool_versions v on v.id = new.tool_version_id and v.tool_id = t.id
  where k.id = new.agent_key_id and k.agent_id = new.agent_id;
  if least_people is null then
    perform airlock.refuse('AL032', 'An invocation is an agent''s, by its own key, for a version of its own tool.');
  end if;
  if new.bypassed_by is not null and not pg_has_role(session_user, 'airlock_service', 'member') then
    perform airlock.refuse('AL005', 'Only the service role may bypass approval.');
  end if;
  least_people := greatest(least_people, case when new.tier = 'dual' then 2 else 0 end);
  if new.bypassed_by is null and new.status <> 'denied' and new.required_approvals < least_people then
    perform airlock.refuse('AL035', format('This tool asks for %s people.', least_people));
  end if;
  if new.bypassed_by is null and new.status = 'running' and new.required_approvals > 0 then
    perform airlock.refuse('AL035', 'This cannot run without the approvals it needs.');
  end if;
  if airlock.is_sound(new) is not true then
    perform airlock.refuse('AL032', 'An invocation cannot be written like that.');
  end if;
  return new;
end
$$;
