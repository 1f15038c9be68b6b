-- A reviewer or admin stops an agent from rising by itself in one scope, or lets it rise again. It can still sink. Its owner may stop
-- it and never let it go on.
create function agents.fn_freeze_trust(p_session text, p_agent uuid, p_category text, p_frozen boolean, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays in the agent''s history.');
  if p_frozen is null then
    perform airlock.refuse('AL026', 'Say whether it is to stop or to go on.');
  end if;
  if not p_frozen then
    perform airlock.check_counts(person);
  end if;
  if not p_frozen and exists (select from agents.agents a where a.id = p_agent and a.owner_id = person.id) then
    perform airlock.refuse('AL006', 'You own this agent: another person lets it rise again.');
  end if;
  update agents.agent_trust set frozen_at = case when p_frozen then now() end, frozen_reason = case when p_frozen then p_reason end,
    frozen_by = case when p_frozen then person.id end
  where agent_id = p_agent and category = p_category and (frozen_at is not null) is distinct from p_frozen;
  if not found then
    perform airlock.refuse('AL030', 'It is in that state already, or nothing is earned there.');
  end if;
  perform airlock.note_evidence(array[p_agent]);
  perform airlock.wake();
  perform audit.append('person:' || person.id, case when p_frozen then 'trust.frozen' else 'trust.unfrozen' end, 'agent:' || p_agent,
    jsonb_build_object('category', p_category, 'reason', p_reason));
end
$$;
