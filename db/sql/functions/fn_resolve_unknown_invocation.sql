-- A person has looked outside and says what became of a call whose worker was lost. The fence says which run they looked
-- for. The agent's owner cannot: "it failed" invites the agent to do it again.
create function agents.fn_resolve_unknown_invocation(p_session text, p_invocation uuid, p_fence int, p_outcome text, p_reason text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations;
begin
  if coalesce(p_outcome, '') not in ('completed', 'failed') then
    perform airlock.refuse('AL026', 'What became of it is completed or failed.');
  end if;
  perform airlock.check_reason(p_reason, 'Say how you know; the agent receives it.');
  select i.* into call from agents.tool_invocations i where i.id = p_invocation for update nowait;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  if call.status <> 'unknown' then
    perform airlock.refuse('AL030', format('This call is %s; only an unknown outcome is resolved by a person.', call.status),
      jsonb_build_object('status', call.status));
  end if;
  if call.fence is distinct from p_fence then
    perform airlock.refuse('AL012', 'What you saw is not the run whose outcome is unknown.', jsonb_build_object('fence', call.fence));
  end if;
  perform airlock.check_counts(person);
  if exists (select from agents.agents a where a.id = call.agent_id and a.owner_id = person.id) then
    perform airlock.refuse('AL006', 'You cannot resolve this: you own this agent.');
  end if;
  update agents.tool_invocations
  set status = p_outcome, completed_at = now(), approval_reason = p_reason,
    error_code = case when p_outcome = 'failed' then 'lease_lost' end
  where id = call.id;
  perform airlock.emit('tool_invocation_' || p_outcome, call.id, call.agent_id,
    jsonb_build_object('resolvedBy', 'person', 'reason', p_reason));
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'invocation.resolved', 'invocation:' || call.id,
    jsonb_build_object('outcome', p_outcome, 'fence', call.fence, 'reason', p_reason));
  return jsonb_build_object('id', call.id, 'status', p_outcome);
end
$$;
