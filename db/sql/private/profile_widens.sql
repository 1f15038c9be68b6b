-- Whether a profile lets through more than it did, to agents that have it before and after. One that is gone does. What a first list of what is free lets
-- through depends on the agents (airlock.policy_widens).
create function airlock.profile_widens(p_before jsonb, p_after jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select p_after is null
    or exists (
      select from jsonb_array_elements(p_before -> 'rules') was
      where airlock.rule_widens(was, (
        select now_is from jsonb_array_elements(p_after -> 'rules') now_is
        where now_is -> 'tool' is not distinct from was -> 'tool' and now_is -> 'action' is not distinct from was -> 'action' limit 1)))
    or (p_before ? 'auto_approve' and (not p_after ? 'auto_approve' or not p_before -> 'auto_approve' @> (p_after -> 'auto_approve')))
    or not coalesce(p_after -> 'human_approval', '[]') @> coalesce(p_before -> 'human_approval', '[]')
    or exists (
      select from jsonb_each_text(p_before -> 'approval_minutes') m (word, minutes)
      where coalesce((p_after -> 'approval_minutes' ->> m.word)::int > m.minutes::int, true))
    or exists (
      select from jsonb_array_elements(p_before -> 'budgets') was
      where not exists (select from jsonb_array_elements(p_after -> 'budgets') now_is where now_is = was))
$$;
