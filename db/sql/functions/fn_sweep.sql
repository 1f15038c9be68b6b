-- Housekeeping: ends what nobody decided or started in time. In small bites, so that no lane is held for long, and in the
-- order of the lanes, so that two of them never wait for each other.
create function agents.fn_sweep(p_limit int default 50)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  late record;
  review agents.approvals;
  ended int := 0;
begin
  if coalesce(p_limit, 0) not between 1 and 1000 then
    perform airlock.refuse('AL026', 'A sweep ends 1 to 1,000 of each kind.');
  end if;
  for late in
    with undecided as (
      select i.id from agents.tool_invocations i
      where i.status = 'pending' and i.expires_at <= now()
      order by i.expires_at for update skip locked limit p_limit
    ), unstarted as (
      select i.id from agents.tool_invocations i
      where i.status = 'running' and i.claimed_at is null and i.execution_expires_at <= now()
      order by i.claimable_at for update skip locked limit p_limit
    )
    select * from (
      select u.id, 'approval' as kind, 'Nobody decided in time; it was not run.' as reason from undecided u
      union all
      select u.id, 'execution', 'It was released but not started in time.' from unstarted u
    ) l
    order by audit.lane_of('invocation:' || l.id)
  loop
    perform airlock.end_invocation(late.id, 'expired', 'system', late.reason, late.kind || '_expired', late.kind);
    ended := ended + 1;
  end loop;
  for review in
    select a.* from agents.approvals a
    where a.status = 'pending' and a.subject_kind <> 'invocation' and a.expires_at <= now()
    order by a.expires_at for update skip locked limit p_limit
  loop
    perform airlock.end_review(review, 'expired', null, 'Nobody decided in time.');
    perform audit.append('system', 'review.expired', review.subject_kind || ':' || review.subject_id, jsonb_build_object('approval', review.id));
    ended := ended + 1;
  end loop;
  delete from agents.sign_in_attempts a where a.at < now() - interval '1 hour';
  delete from agents.sessions s where s.expires_at < now() - interval '1 day';
  return ended;
end
$$;
