-- Lines for the standing denials that cover this input. What it says is gathered and folded once, however many of them look for a text in it.
create function airlock.judge_rules(p_terms airlock.call_terms, p_input text)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with denial as materialized (
    select r.* from agents.standing_rules r
    where r.tool_version_id = p_terms.version_id and (r.agent_id is null or r.agent_id = p_terms.agent_id)
      and r.effect = 'deny' and r.revoked_at is null and r.expires_at > now()
  ), said as materialized (
    select airlock.words_of(p_input::jsonb) as words where exists (select from denial d where d.pattern ? 'anywhere')
  ), read as materialized (
    select s.words, airlock.folded(s.words) as folded from said s
  )
  select coalesce(jsonb_agg(airlock.trace_line('rule.deny', 'deny', null, 'standing rule ' || d.id, 'A person refused calls like this one: ' || left(d.reason, 300))), '[]')
  from denial d
  where case when d.pattern ? 'anywhere' then exists (
      select from read r where strpos(r.words, d.pattern ->> 'anywhere') > 0 or strpos(r.folded, airlock.folded(d.pattern ->> 'anywhere')) > 0)
    else airlock.rule_matches(d.pattern, p_input::jsonb) end
$$;
