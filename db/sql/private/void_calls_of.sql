-- A tool is no longer what was asked for: what waits for people is denied, what is released and not yet taken is cancelled,
-- and standing answers for it end. In the order of the lanes, and before the caller writes its own entry, which is in the last
-- one: so two of them never wait for each other. A call that somebody is deciding at this moment is left to the claim, which
-- looks at the tool again.
create function airlock.void_calls_of(p_tools uuid[], p_reason text)
returns int language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  rules uuid[];
  call record;
  ended int := 0;
begin
  -- Before any lane is taken: an ask that uses one of them has it in hand while it waits for its lane.
  select array_agg(held.id) into rules from (
    select r.id from agents.standing_rules r
    where r.revoked_at is null and r.tool_version_id in (select v.id from agents.tool_versions v where v.tool_id = any (p_tools))
    order by r.id for update
  ) held;
  update agents.standing_rules r set revoked_at = now(), revocation = p_reason where r.id = any (rules) and r.revoked_at is null;
  for call in
    with open_calls as (
      select i.id, i.status from agents.tool_invocations i
      where i.tool_id = any (p_tools) and (i.status = 'pending' or (i.status = 'running' and i.claimed_at is null))
      for update skip locked
    )
    select c.id, c.status from open_calls c order by audit.lane_of('invocation:' || c.id)
  loop
    perform airlock.end_invocation(call.id, case call.status when 'pending' then 'denied' else 'cancelled' end, 'system', p_reason, 'tool_not_runnable');
    ended := ended + 1;
  end loop;
  perform audit.append('system', 'rule.ended', 'rule:' || rule, jsonb_build_object('reason', p_reason)) from unnest(rules) rule;
  return ended;
end
$$;
