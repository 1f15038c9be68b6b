-- Housekeeping: ends what nobody decided or started in time, and has decided anew what waits under an old policy. In small bites, so that no lane is held for long, and in the
-- order of the lanes, so that two of them never wait for each other. What takes long to decide anew is left to the next one after some seconds: one that ran out of
-- time would have ended nothing.
create function agents.fn_sweep(p_limit int default 50)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  late record;
  review agents.approvals;
  stale agents.tool_invocations;
  ended int := 0;
  renewed int := 0;
  enough constant timestamptz := clock_timestamp() + interval '3 seconds';
begin
  if coalesce(p_limit, 0) not between 1 and 1000 then
    perform airlock.refuse('AL026', 'A sweep ends 1 to 1,000 of each kind.');
  end if;
  -- An ask whose agent's calls are counted takes the agent's turn and then a lane of the log, so these turns come before any lane here too.
  perform airlock.take_turns(w.agent_id, null, null) from (
    select i.agent_id from agents.tool_invocations i join agents.agents g on g.id = i.agent_id and g.counted
    where i.status = 'pending' and i.policy_version <> airlock.policy_version()
    union
    select a.agent_id from agents.approvals a join agents.agents g on g.id = a.agent_id and g.counted join agents.actions o on o.id = a.subject_id
    where a.status = 'pending' and a.subject_kind = 'action' and o.policy_version <> airlock.policy_version()
    order by agent_id offset 0
  ) w;
  for late in
    with undecided as (
      select i.id from agents.tool_invocations i
      where i.status = 'pending' and i.expires_at <= now()
      order by i.expires_at for update skip locked limit p_limit
    ), unstarted as (
      select i.id from agents.tool_invocations i
      where i.status = 'running' and i.claimed_at is null and i.external is not true and i.execution_expires_at <= now()
      order by i.claimable_at for update skip locked limit p_limit
    ), unfetched as (
      -- What an agent runs itself, and nobody of it came for in time.
      select i.id from agents.tool_invocations i
      where i.status = 'running' and i.external and i.claimed_at is null and i.execution_expires_at <= now()
      order by i.execution_expires_at for update skip locked limit p_limit
    ), unreported as (
      -- Whoever came for it is gone. What runs again with one effect stays for the next for a while, if there can be a next.
      select i.id from agents.tool_invocations i
      where i.status = 'running' and i.external and i.claimed_at is not null and i.lease_expires_at <= now() and (
        i.lease_expires_at <= now() - airlock.execution_ttl()
        or not exists (select from agents.tool_versions v where v.id = i.tool_version_id and v.idempotent)
        or airlock.is_stopped(i.agent_id, i.tool_id))
      order by i.lease_expires_at for update skip locked limit p_limit
    ), unanswered as (
      select a.id, a.subject_kind || ':' || a.subject_id as subject from agents.approvals a
      where a.status = 'pending' and a.subject_kind <> 'invocation' and a.expires_at <= now()
      order by a.expires_at for update skip locked limit p_limit
    )
    select * from (
      select u.id, 'approval' as kind, 'invocation:' || u.id as subject, 'Nobody decided in time; it was not run.' as reason from undecided u
      union all
      select u.id, 'execution', 'invocation:' || u.id, 'It was released but not started in time.' from unstarted u
      union all
      select u.id, 'execution', 'invocation:' || u.id, 'It was released but not started in time.' from unfetched u
      union all
      select u.id, 'lost', 'invocation:' || u.id, 'The agent that ran it itself never said how it ended; whether it took effect is not known.' from unreported u
      union all
      select u.id, 'review', u.subject, 'Nobody decided in time.' from unanswered u
    ) l
    order by audit.lane_of(l.subject)
  loop
    if late.kind = 'review' then
      select a.* into strict review from agents.approvals a where a.id = late.id;
      perform airlock.end_review(review, 'expired', null, late.reason);
      perform audit.append('system', 'review.expired', late.subject, jsonb_build_object('approval', review.id));
    elsif late.kind = 'lost' then
      perform airlock.lose_external(late.id, 'system', late.reason);
    else
      perform airlock.end_invocation(late.id, 'expired', 'system', late.reason, late.kind || '_expired', late.kind);
    end if;
    ended := ended + 1;
  end loop;
  -- Half of the time gone calls the second group, four fifths of it everybody; where nobody is on the roster, nobody is called.
  for review in
    select a.* from agents.approvals a
    where a.status = 'pending' and a.expires_at > now() and a.escalation < case
        when now() >= a.created_at + (a.expires_at - a.created_at) * 0.8 then 2
        when now() >= a.created_at + (a.expires_at - a.created_at) * 0.5 then 1 else 0 end
      and exists (select from agents.escalation_roster r where r.step = a.escalation + 1)
    order by audit.lane_of(a.subject_kind || ':' || a.subject_id), a.id for update skip locked limit p_limit
  loop
    perform airlock.escalate(review, review.escalation + 1, 'system', 'Its time runs out.');
  end loop;
  -- What waits under a policy that was replaced is decided again, in small bites like the rest; what nobody could approve now anyway is left until
  -- somebody could.
  for stale in
    select i.* from agents.tool_invocations i
    where i.status = 'pending' and i.expires_at > now() and i.policy_version <> airlock.policy_version()
      and exists (
        select from agents.tools_registry t join agents.agents g on g.id = i.agent_id and g.frozen_at is null
        where t.id = i.tool_id and t.state = 'active' and t.pinned_version_id = i.tool_version_id)
      and not exists (select from airlock.stopped_by(i.agent_id, i.tool_id))
    order by audit.lane_of('invocation:' || i.id), i.id for update skip locked limit p_limit
  loop
    exit when clock_timestamp() > enough;
    perform airlock.renew_call(stale);
    renewed := renewed + 1;
  end loop;
  for review in
    select a.* from agents.approvals a
    join agents.actions o on o.id = a.subject_id and o.policy_version <> airlock.policy_version()
    join agents.agents g on g.id = a.agent_id and g.frozen_at is null
    where a.status = 'pending' and a.subject_kind = 'action' and a.expires_at > now() and not exists (select from airlock.stopped_by(a.agent_id, null))
    order by audit.lane_of('action:' || a.subject_id), a.id for update of a skip locked limit p_limit
  loop
    exit when clock_timestamp() > enough;
    perform airlock.renew_action(review);
    renewed := renewed + 1;
  end loop;
  if renewed > 0 then
    perform airlock.wake();
  end if;
  delete from agents.approval_snoozes s where s.until < now();
  delete from agents.step_ups s where s.created_at < now() - interval '30 days' and s.used_at is null;
  perform airlock.prune_deliveries(p_limit);
  delete from agents.sign_in_attempts a where a.at < now() - interval '1 hour';
  delete from agents.known_browsers b where b.used_at < now() - interval '90 days';
  delete from agents.code_tries t where t.at < now() - interval '1 hour';
  delete from agents.sessions s where s.expires_at < now() - interval '1 day';
  -- Notes from another server's dump, of transactions that this one has yet to come to: nothing would be kept until it does. One of now says as much.
  with ahead as (
    delete from agents.term_changes c
    where c.txid >= pg_snapshot_xmax(pg_current_snapshot()) and c.txid <> pg_current_xact_id() returning c.txid
  )
  insert into agents.term_changes (txid) select pg_current_xact_id() where exists (select from ahead) on conflict do nothing;
  delete from agents.term_changes c where c.txid < (select n.txid from agents.term_changes n order by n.txid desc limit 1);
  return greatest(ended, renewed);
end
$$;
