-- Stops calls: all of them, one agent's, or one tool's. From this commit on nothing is approved or claimed in its scope,
-- and workers kill what runs at their next heartbeat. The caller wakes them after its commit: stopping must not fail for
-- want of a hint. Its lane is one that only what stops is written to (audit.lane_of), and it waits there longer than a role's
-- other acts do: for whoever else stops something, and as long as the watchdog lets it.
create function agents.fn_throw_kill_switch(p_session text, p_scope text, p_target uuid, p_reason text)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '8s'
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  switch uuid := airlock.new_id();
begin
  if coalesce(btrim(p_reason), '') = '' or length(p_reason) > 2000 then
    perform airlock.refuse('AL014', 'Say why, in at most 2,000 characters; everybody sees it.');
  end if;
  if coalesce(p_scope, '') not in ('global', 'agent', 'tool')
    or (p_scope = 'global') <> (p_target is null)
    or (p_scope = 'agent' and not exists (select from agents.agents a where a.id = p_target))
    or (p_scope = 'tool' and not exists (select from agents.tools_registry t where t.id = p_target))
  then
    perform airlock.refuse('AL028', 'There is nothing to stop under that id.');
  end if;
  insert into agents.kill_switches (id, scope, target_id, reason, thrown_by, thrown_at)
  values (switch, p_scope, p_target, p_reason, person.id, now()) on conflict do nothing;
  if not found then
    perform airlock.refuse('AL030', 'This is stopped already.');
  end if;
  perform audit.append('person:' || person.id, 'kill_switch.thrown', 'kill_switch:' || switch,
    jsonb_build_object('scope', p_scope, 'target', p_target, 'reason', p_reason));
  return switch;
end
$$;
