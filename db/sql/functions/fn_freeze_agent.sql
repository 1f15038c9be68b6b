-- A reviewer or admin freezes an agent, or lets it go on: its calls are denied from this commit on.
-- Its owner may stop it and never let it go on.
--
-- The agent's row is one that agents and workers hold too, when they report a task or keep a memory. So this waits in its queue for longer
-- than the watchdog lets any of them hold it, and before it has written anything: whoever waits like that is left alone
-- (agents.fn_end_stale_transactions). Who asks is looked up before the wait and once more after it.
create function agents.fn_freeze_agent(p_session text, p_agent uuid, p_frozen boolean, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '20s'
as $$
declare
  person agents.people := airlock.person_of_session(p_session, false);
begin
  if p_frozen is null or coalesce(btrim(p_reason), '') = '' or length(p_reason) > 2000 then
    perform airlock.refuse('AL014', 'Say why, in at most 2,000 characters.');
  end if;
  if person.role in ('reviewer', 'admin') then
    perform from agents.agents a where a.id = p_agent for no key update;
  end if;
  person := airlock.person_with_role(p_session, 'reviewer', 'admin');
  if not p_frozen then
    perform airlock.check_counts(person);
  end if;
  if not p_frozen and exists (select from agents.agents a where a.id = p_agent and a.owner_id = person.id) then
    perform airlock.refuse('AL006', 'You own this agent: another person lets it go on.');
  end if;
  update agents.agents
  set frozen_at = case when p_frozen then now() end, frozen_reason = case when p_frozen then p_reason end
  where id = p_agent and (frozen_at is not null) is distinct from p_frozen;
  if not found then
    perform airlock.refuse('AL030', 'The agent is in that state already, or there is none under that id.');
  end if;
  perform audit.append('person:' || person.id, case when p_frozen then 'agent.frozen' else 'agent.unfrozen' end,
    'agent:' || p_agent, jsonb_build_object('reason', p_reason));
end
$$;
