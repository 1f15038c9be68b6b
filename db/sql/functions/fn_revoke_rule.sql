-- A person ends a standing rule, anybody's. What it released and nobody has taken yet goes back to people; a call that a dispatcher
-- takes at this moment is looked at again there. A denial is ended by another person than who owns an agent that it was made for: they may stop their agent
-- and never let it go on. One for every agent was made for each whose calls the same act rejected; what is done in one transaction has one time, by which
-- approvals are found where the calls of an agent would all be read.
create function agents.fn_revoke_rule(p_session text, p_rule uuid, p_reason text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  rule agents.standing_rules;
  call agents.tool_invocations;
  returned int := 0;
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays with the rule.');
  select r.* into rule from agents.standing_rules r where r.id = p_rule for update;
  if rule.id is null then
    perform airlock.refuse('AL028', 'There is no such rule.');
  end if;
  if rule.revoked_at is not null then
    perform airlock.refuse('AL030', 'This rule has ended already.');
  end if;
  if rule.effect = 'deny' then
    perform airlock.check_counts(person);
    if exists (
      select from agents.agents a
      where a.owner_id = person.id and (a.id = coalesce(rule.agent_id, (select i.agent_id from agents.tool_invocations i where i.id = rule.made_from))
        or (rule.agent_id is null and exists (
          select from agents.approvals p join agents.tool_versions v on v.id = rule.tool_version_id
          where p.decided_at = rule.created_at and p.subject_kind = 'invocation' and p.status = 'rejected'
            and p.agent_id = a.id and p.tool_id = v.tool_id))))
    then
      perform airlock.refuse('AL006', 'You own the agent whose calls this refuses: another person ends it.');
    end if;
  end if;
  update agents.standing_rules set revoked_at = now(), revoked_by = person.id, revocation = p_reason where id = rule.id;
  for call in
    with released as (
      select i.* from agents.tool_invocations i
      where i.rule_id = rule.id and i.status = 'running' and i.claimed_at is null for update skip locked
    )
    select r.* from released r order by audit.lane_of('invocation:' || r.id), r.id
  loop
    perform airlock.return_to_people(call,
      (select v.definition_hash from agents.tool_versions v where v.id = call.tool_version_id),
      (select n.input_digest from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision));
    returned := returned + 1;
  end loop;
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'rule.revoked', 'rule:' || rule.id, jsonb_build_object(
    'reason', p_reason, 'uses', rule.uses, 'returned', returned));
  return jsonb_build_object('id', rule.id, 'returned', returned);
end
$$;
