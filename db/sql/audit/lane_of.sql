-- The lane that an entry goes to, by who can cause it: whoever writes one can hold its lane until the transaction ends. Calls and
-- what else there are many of share thirteen, by the last digit of the id, so that calls that are asked together can share one. The
-- next is for what agents, workers and housekeeping cause about anything else: also a sign-in that failed, which takes no session,
-- and a version, which an author registers at the agents' door. Then one for people, so that none of those can keep anybody from
-- signing in or from taking a key, a tool or a rule away. The last is for what stops: nothing else is written there.
--
-- Whoever writes several entries in one transaction writes them in the order of their lanes, or two of them could wait for each
-- other. Which lane an entry is in is part of its hash; which lane the next one of its subject goes to is not.
create function audit.lane_of(p_subject text, p_actor text default 'system', p_action text default '')
returns int language sql immutable
as $$
  select case
    when starts_with(p_subject, 'invocation:') or starts_with(p_subject, 'team_run:') or starts_with(p_subject, 'action:') or starts_with(p_subject, 'worker:')
      then strpos('123456789abcdef', right(p_subject, 1)) % 13
    when starts_with(p_subject, 'kill_switch:') or p_action in ('agent.frozen', 'agent.unfrozen') then 15
    when starts_with(p_actor, 'person:') and not starts_with(p_subject, 'tool_version:') then 14
    else 13 end
$$;
