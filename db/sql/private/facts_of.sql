-- What a message about this subject may say: names that are plain by constraint, numbers and times. Never arguments, effect lines, reasons
-- or anything else that an agent or a tool wrote.
create function airlock.facts_of(p_kind text, p_subject uuid)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(case p_kind
    when 'invocation' then (
      select jsonb_build_object('tool', t.name, 'agent', g.name, 'tier', i.tier, 'rank', airlock.rank_of(i.tier),
        'required', nullif(i.required_approvals, 0), 'askedAt', airlock.stamp(i.asked_at), 'endsAt', airlock.stamp(i.expires_at))
      from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id join agents.agents g on g.id = i.agent_id
      where i.id = p_subject)
    else (
      select jsonb_build_object('tool', t.name, 'agent', g.name, 'tier', (array['low', 'medium', 'high', 'dual'])[a.rank], 'rank', a.rank,
        'required', a.required, 'askedAt', airlock.stamp(a.created_at), 'endsAt', airlock.stamp(a.expires_at))
      from agents.approvals a left join agents.tools_registry t on t.id = a.tool_id left join agents.agents g on g.id = a.agent_id
      where a.subject_kind = p_kind and a.subject_id = p_subject order by a.revision desc limit 1)
  end)
$$;
