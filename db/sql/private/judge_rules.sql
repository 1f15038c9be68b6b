-- Lines for the standing denials that cover this input.
create function airlock.judge_rules(p_terms airlock.call_terms, p_input text)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(airlock.trace_line('rule.deny', 'deny', null, 'standing rule ' || r.id, 'A person refused calls like this one: ' || left(r.reason, 300))), '[]')
  from agents.standing_rules r
  where r.tool_version_id = p_terms.version_id and (r.agent_id is null or r.agent_id = p_terms.agent_id)
    and r.effect = 'deny' and r.revoked_at is null and r.expires_at > now() and airlock.rule_matches(r.pattern, p_input::jsonb)
$$;
