-- What the agent's profile says about a tool, its category or its action type. Overrides only narrow.
create function airlock.judge_profile(p_terms airlock.call_terms)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(airlock.trace_line('profile.' || o.subject_kind, o.effect, nullif(o.people, 0), o.subject, o.reason) order by o.id), '[]')
  from agents.profile_overrides o
  where o.profile_id = p_terms.profile_id
    and ((o.subject_kind = 'tool' and o.subject = p_terms.tool_name)
      or (o.subject_kind = 'category' and o.subject = p_terms.category)
      or (o.subject_kind = 'action_type'
        and o.subject in (p_terms.action_type, split_part(p_terms.action_type, ':', 1), p_terms.category)))
$$;
