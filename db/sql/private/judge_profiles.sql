-- What the agent's profiles say about a tool or its action, counts apart. All of it only narrows.
create function airlock.judge_profiles(p_terms airlock.call_terms)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with words as materialized (
    select airlock.words_for(p_terms.action_type, p_terms.category) as means
  ), had as materialized (
    select p.* from agents.profiles p where p.id = any (p_terms.profile_ids)
  )
  select coalesce(jsonb_agg(l.line), '[]') from (
    select airlock.trace_line('profile.' || r.subject_kind, r.effect, nullif(r.people, 0), h.name || ': ' || r.subject, r.reason) as line
    from had h cross join words w
    join agents.profile_rules r on r.profile_id = h.id
      and ((r.subject_kind = 'tool' and r.subject = p_terms.tool_name) or (r.subject_kind = 'action' and r.subject = any (w.means)))
    where r.effect <> 'narrow' and (r.until is null or r.until > now())
    union all
    select airlock.trace_line('profile.human_approval', 'hold', 1, h.name || ': ' || listed, format('Profile %s asks for a person for %s.', h.name, listed))
    from had h cross join words w cross join unnest(h.human_approval) listed where listed = any (w.means)
    union all
    select airlock.trace_line('profile.otherwise', 'hold', 1, h.name || ': ' || p_terms.action_type,
      format('Profile %s asks for a person for what is not on its list.', h.name))
    from had h cross join words w where h.auto_approve is not null and not h.auto_approve && w.means
  ) l
$$;
