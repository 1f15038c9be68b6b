-- The lines on a call that was asked before, by what holds now. What its caller checked then is taken over, for it could only narrow.
create function airlock.decide_again(p_call agents.tool_invocations, p_terms airlock.call_terms, p_last agents.invocation_inputs)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb;
begin
  lines := (
    select coalesce(jsonb_agg(line), '[]') from jsonb_array_elements(coalesce(p_last.checks, '[]') || (p_last.trace -> 'lines')) line
    where line ->> 'stage' = 'check' or line ->> 'rule' in ('input.edited', 'target.first_seen'))
    || airlock.decide_call(p_terms, p_call.session_id, p_call.task_id, p_call.id);
  if p_terms.ruled then
    lines := lines || airlock.judge_rules(p_terms, p_last.input);
  end if;
  return lines;
end
$$;
