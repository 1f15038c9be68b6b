-- Whether a policy allows anything that the one before did not, as far as can be told: whatever is not plainly as narrow counts as wider, and takes
-- two people. The definition is written out in lib/policy/document/diff-policies.ts, which says the same in sentences.
create function airlock.policy_widens(p_before jsonb, p_after jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
      select from jsonb_each(p_before #> '{classes,safety}') b (name, c) cross join lateral (select p_after #> array['classes', 'safety', b.name]) a (c)
      where coalesce((a.c ->> 'people')::int < (b.c ->> 'people')::int, true)
        or coalesce((a.c ->> 'open_people')::int, 0) < coalesce((b.c ->> 'open_people')::int, 0)
        or not b.c -> 'voters' @> (a.c -> 'voters')
        or (a.c ->> 'attempts')::int > (b.c ->> 'attempts')::int or (a.c ->> 'backoff_seconds')::int < (b.c ->> 'backoff_seconds')::int
        or (b.c ->> 'audit' = 'rules' and a.c ->> 'audit' <> 'rules')
        or airlock.cleaning_widens(b.name, b.c -> 'cleaning', a.c -> 'cleaning'))
    or exists (
      select from jsonb_each(p_before #> '{classes,egress}') b (name, people)
      where coalesce((p_after #>> array['classes', 'egress', b.name])::int, 0) < (b.people #>> '{}')::int)
    or exists (
      select from jsonb_each(p_before #> '{tool_access,levels}') b (name, grants)
      where not p_after #> '{tool_access,levels}' ? b.name or airlock.grant_widens(b.grants, p_after #> array['tool_access', 'levels', b.name], false))
    or exists (
      select from jsonb_each(p_before -> 'profiles') b (name, body)
      where airlock.profile_widens(b.body, p_after #> array['profiles', b.name]))
    or exists (
      select from (select jsonb_object_keys(p_before -> 'agents') union select jsonb_object_keys(p_after -> 'agents')) n (name)
      cross join lateral (select coalesce(p_before #> array['agents', n.name], '{}')) b (e)
      cross join lateral (select coalesce(p_after #> array['agents', n.name], '{}')) a (e)
      where not coalesce(a.e -> 'profiles', '[]') @> coalesce(b.e -> 'profiles', '[]')
        or a.e -> 'custom_level' is distinct from b.e -> 'custom_level'
        or airlock.grant_widens(coalesce(b.e -> 'narrow', '{}'), coalesce(a.e -> 'narrow', '{}'), true)
        or not coalesce(b.e -> 'allow', '[]') @> coalesce(a.e -> 'allow', '[]')
        or not coalesce(a.e -> 'deny', '[]') @> coalesce(b.e -> 'deny', '[]')
        or a.e -> 'trust' is distinct from b.e -> 'trust'
        or (a.e -> 'enforce_tool_policies' = 'false' and b.e -> 'enforce_tool_policies' is distinct from 'false'))
    -- A list of what is free holds calls and frees actions that are no tool's, which took a person where no profile of the agent had one. So an agent's
    -- first list is wider, unless it is empty. It is by a further one that less is free: all of them have to name an action.
    or exists (
      select from jsonb_each(p_after -> 'agents') g (name, e)
      where not exists (
          select from jsonb_array_elements_text(p_before #> array['agents', g.name, 'profiles']) h where p_before #> array['profiles', h] ? 'auto_approve')
        and (select bool_and(p_after #> array['profiles', h, 'auto_approve'] <> '[]')
          from jsonb_array_elements_text(g.e -> 'profiles') h where p_after #> array['profiles', h] ? 'auto_approve'))
    -- One that is gone no longer refuses; a new one is sent what agents ask for.
    or exists (select from jsonb_array_elements(p_before -> 'checks') b where not exists (select from jsonb_array_elements(p_after -> 'checks') a where a = b))
    or p_before -> 'trust' is distinct from p_after -> 'trust'
    or exists (select from jsonb_array_elements(p_after -> 'checks') a where not exists (select from jsonb_array_elements(p_before -> 'checks') b where a = b))
$$;
