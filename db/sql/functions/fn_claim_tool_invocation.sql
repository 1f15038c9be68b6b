-- A dispatcher takes the next released call, under a lease and with a new fence. Before it is taken, everything that
-- made it runnable is checked again under the row's lock: kill switch, agent, tool, version, execution expiry, binding. What nobody had to
-- approve runs under another policy than it was asked under if that asks for nobody either.
-- A bypass was given for what was asked, not for a later revision. What no longer holds is ended or returned to people
-- here, and the answer says that one was set aside: one a transaction, for each writes to a lane of its own, and two
-- workers could wait for each other's. Null means truly empty, or that whatever waits belongs to an agent or a tool that
-- has as many calls under way as it may, or that an admin drains this worker. What its agent runs itself is never taken here.
create function agents.fn_claim_tool_invocation(p_worker uuid, p_lease_seconds int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- A bitmap of an index of what is under way or waits never forgets what was: it would be walked anew each time until a vacuum.
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  call agents.tool_invocations;
  terms airlock.call_terms;
  asked agents.invocation_inputs;
  busy record;
begin
  perform airlock.check_taker(p_worker, p_lease_seconds);
  if airlock.is_draining(p_worker) then
    return null;
  end if;
  -- Two of three looks find that nothing waits: each hint and each end of a call brings one. They are not to count first.
  if not exists (
    select from agents.tool_invocations i
    where i.status = 'running' and i.claimed_at is null and i.claimable_at <= now() and i.external is not true)
  then
    return null;
  end if;
  select * into strict busy from airlock.busy();
  select i.* into call from agents.tool_invocations i
  where i.status = 'running' and i.claimed_at is null and i.claimable_at <= now() and i.external is not true
    and i.agent_id <> all (busy.full_agents) and i.tool_id <> all (busy.full_tools)
    and not exists (select from airlock.stopped_by(i.agent_id, i.tool_id))
  order by i.claimable_at for update skip locked limit 1;
  if call.id is null then
    return null;
  end if;
  if not airlock.has_room(call.agent_id, call.tool_id, call.agent_id = any (busy.close_agents) or call.tool_id = any (busy.close_tools),
    busy.most_of_agent, busy.most_of_tool, busy.workers)
  then
    return jsonb_build_object('setAside', call.id);
  end if;
  select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
  select n.* into strict asked from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;

  if airlock.is_still_due(call, terms, asked) then
    return airlock.take(call, terms, asked.input, p_worker, p_lease_seconds);
  end if;
  return jsonb_build_object('setAside', call.id);
end
$$;
