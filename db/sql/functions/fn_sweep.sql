-- Housekeeping: ends what nobody decided or started in time. In small bites, so that no lane is held for long.
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
    select i.id, i.status from agents.tool_invocations i
    where i.status = 'pending' and i.expires_at <= now()
    order by i.expires_at for update skip locked limit p_limit
  loop
    perform airlock.end_invocation(late.id, 'expired', 'system', 'Nobody decided in time; it was not run.', 'approval_expired', 'approval');
    ended := ended + 1;
  end loop;
  for late in
    select i.id from agents.tool_invocations i
    where i.status = 'running' and i.claimed_at is null and i.execution_expires_at <= now()
    order by i.claimable_at for update skip locked limit p_limit
  loop
    perform airlock.end_invocation(late.id, 'expired', 'system', 'It was released but not started in time.', 'execution_expired', 'execution');
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
