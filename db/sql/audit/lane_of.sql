-- The lane that entries about a subject go to: what agents and workers can cause shares fifteen of them, by the last digit of its
-- id, so that calls that are asked together can share one; the last is for people and switches, so that no flood of calls can
-- keep anybody from signing in or from stopping it. Whoever writes several entries in one transaction writes them in the order
-- of their lanes, or two of them could wait for each other.
create function audit.lane_of(p_subject text)
returns int language sql immutable
as $$
  select case when starts_with(p_subject, 'invocation:') or starts_with(p_subject, 'team_run:') or starts_with(p_subject, 'action:') or starts_with(p_subject, 'worker:')
    then strpos('123456789abcdef', right(p_subject, 1)) % 15 else 15 end
$$;
