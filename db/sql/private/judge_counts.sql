-- How often, after what and for how much: the counting rules and the budgets of the agent's profiles. The agent's counted calls take
-- turns, so that two at once count as they would one after the other. Denied and rejected calls count for nothing, nor do drills. What a rule or budget
-- for an action means counts together: the calls of every such tool, and the actions that are no tool's, whichever of them is asked for.
create function airlock.judge_counts(p_terms airlock.call_terms, p_session_id text, p_task_id text, p_except uuid)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  means constant text[] := airlock.words_for(p_terms.action_type, p_terms.category);
  lines jsonb := '[]';
  rule record;
  budget record;
  made int;
  spent numeric;
  missing text;
begin
  perform airlock.take_turns(p_terms.agent_id, null, null);
  for rule in
    select r.*, h.name as profile from agents.profile_rules r join agents.profiles h on h.id = r.profile_id
    where r.profile_id = any (p_terms.profile_ids) and (r.max_invocations is not null or r.only_after is not null) and (r.until is null or r.until > now())
      and ((r.subject_kind = 'tool' and r.subject = p_terms.tool_name) or (r.subject_kind = 'action' and r.subject = any (means)))
  loop
    if rule.max_invocations is not null then
      made := case when rule.subject_kind = 'action' or p_terms.tool_id is null
        then airlock.made_together(p_terms.agent_id, rule.subject, rule.per, p_session_id, p_task_id, p_except, rule.max_invocations)
        else airlock.calls_made(p_terms.agent_id, p_terms.tool_id, rule.per, p_session_id, p_task_id, p_except, rule.max_invocations) end;
      if made >= rule.max_invocations then
        lines := lines || airlock.trace_line('profile.max_invocations', 'deny', null, format('%s: %s of %s', rule.profile, made, rule.max_invocations),
          format(case rule.subject_kind when 'action' then 'All %s together may run %s a %s.' else '%s may run %s a %s.' end,
            rule.subject, airlock.times_words(rule.max_invocations), rule.per));
      end if;
    end if;
    missing := airlock.not_completed(p_terms.agent_id, rule.only_after, rule.per, p_session_id, p_task_id);
    if missing is not null then
      lines := lines || airlock.trace_line('profile.only_after', 'deny', null, rule.profile || ': ' || missing,
        format('%s runs only after %s completed.', p_terms.tool_name, missing));
    end if;
  end loop;
  for budget in
    select b.*, h.name as profile, airlock.tools_meant(b.subject_kind, b.subject) as tools,
      make_interval(secs => case b.per when 'minute' then 60 when 'hour' then 3600 else 86400 end) as lasts
    from agents.profile_budgets b join agents.profiles h on h.id = b.profile_id
    where b.profile_id = any (p_terms.profile_ids)
      and (b.subject is null or (b.subject_kind = 'tool' and b.subject = p_terms.tool_name) or (b.subject_kind = 'action' and b.subject = any (means)))
  loop
    made := airlock.calls_within(p_terms.agent_id, budget.tools, budget.lasts, p_except, budget.calls);
    if budget.subject_kind is distinct from 'tool' then
      made := made + airlock.actions_within(p_terms.agent_id, budget.subject, budget.lasts, p_except, budget.calls);
    end if;
    if made >= budget.calls then
      lines := lines || airlock.trace_line('budget.calls', 'deny', null, format('%s: %s of %s a %s', budget.profile, made, budget.calls, budget.per),
        format('This agent has made the %s calls%s that it may make in one %s. Wait before you ask again.', budget.calls, coalesce(' of ' || budget.subject, ''), budget.per));
    end if;
    spent := case when budget.cost is not null then airlock.cost_within(p_terms.agent_id, budget.tools, budget.lasts, p_except) end;
    if spent + coalesce(p_terms.max_cost, 0) > budget.cost then
      lines := lines || airlock.trace_line('budget.cost', 'deny', null, format('%s: %s of %s a %s', budget.profile, spent, budget.cost, budget.per),
        format('This call could cost more than what is left of the %s%s that this agent may spend in one %s. Wait before you ask again.', budget.cost, coalesce(' for ' || budget.subject, ''), budget.per));
    end if;
  end loop;
  return lines;
end
$$;
