-- Lets calls go on. Calls whose time ran out meanwhile stay not run.
create function agents.fn_release_kill_switch(p_session text, p_switch uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
begin
  if coalesce(btrim(p_reason), '') = '' or length(p_reason) > 2000 then
    perform airlock.refuse('AL014', 'Say why it is safe to go on, in at most 2,000 characters.');
  end if;
  perform airlock.check_counts(person);
  if exists (
    select from agents.kill_switches k join agents.agents a on a.id = k.target_id
    where k.id = p_switch and k.scope = 'agent' and a.owner_id = person.id
  ) then
    perform airlock.refuse('AL006', 'You own this agent: another person lets it go on.');
  end if;
  update agents.kill_switches set released_by = person.id, released_at = now(), release_reason = p_reason
  where id = p_switch and released_at is null;
  if not found then
    perform airlock.refuse('AL030', 'This switch is released already, or there is none under that id.');
  end if;
  perform audit.append('person:' || person.id, 'kill_switch.released', 'kill_switch:' || p_switch, jsonb_build_object('reason', p_reason));
end
$$;
