-- Whether a person's last approvals were too quick to have been read: the median of a full window of them, by the server's clocks.
create function airlock.is_hurried(p_person uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*) >= airlock.setting('hurried_window')
    and percentile_cont(0.5) within group (order by extract(epoch from l.at - l.seen_at)) < airlock.setting('hurried_seconds')::float8
  from (
    select v.at, v.seen_at from agents.approval_votes v
    where v.person_id = p_person and v.decision = 'approve' and v.seen_at is not null and v.at > now() - interval '8 hours'
    order by v.at desc limit airlock.setting('hurried_window')::int
  ) l
$$;
