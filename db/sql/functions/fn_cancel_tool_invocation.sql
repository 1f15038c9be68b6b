-- The asker gives up. Waiting or not yet taken, the call is cancelled at once; already taken, its worker is told to kill it. What the agent runs
-- itself nobody here can kill: once it was handed over it may have had its effect, and a person says whether it did. Whoever got no
-- answer to that asks again, and is told the same.
create function agents.fn_cancel_tool_invocation(p_key text, p_invocation uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  call agents.tool_invocations;
begin
  select i.* into call from agents.tool_invocations i
  where i.id = p_invocation and i.agent_id = asking_key.agent_id and not i.is_drill for update;
  if call.id is null then
    perform airlock.refuse('AL028', 'This agent has no invocation with that id.');
  end if;
  if call.status = 'unknown' and call.external and call.cancel_requested_at is not null then
    return airlock.agent_view(call.id);
  end if;
  if call.status = 'running' and call.claimed_at is not null and call.external is not true then
    update agents.tool_invocations set cancel_requested_at = coalesce(cancel_requested_at, now()) where id = call.id;
  elsif call.status = 'running' and call.claimed_at is not null then
    update agents.tool_invocations set cancel_requested_at = now() where id = call.id;
    perform airlock.lose_external(call.id, 'agent:' || call.agent_id, 'The agent gave it up while it ran it itself; whether it took effect is not known.');
  elsif call.status in ('pending', 'running') then
    update agents.tool_invocations
    set status = 'cancelled', completed_at = now(),
      approval_status = case when approval_status = 'pending' or (approval_status = 'approved' and claimed_at is null) then 'void' else approval_status end
    where id = call.id;
    perform airlock.close_approval(call.id, 'void');
    perform airlock.emit('tool_invocation_cancelled', call.id, call.agent_id, '{"by": "asker"}');
  elsif call.status <> 'cancelled' then
    perform airlock.refuse('AL030', format('The call is %s already.', call.status), jsonb_build_object('status', call.status));
  end if;
  perform airlock.wake(true);
  perform audit.append('agent:' || call.agent_id, 'invocation.cancel_asked', 'invocation:' || call.id,
    jsonb_build_object('was', call.status, 'claimed', call.claimed_at is not null));
  return airlock.agent_view(call.id);
end
$$;
