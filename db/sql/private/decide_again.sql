-- The lines on a call that was asked before, by what holds now. What its caller checked then is taken over, for it could only narrow.
create function airlock.decide_again(p_call agents.tool_invocations, p_terms airlock.call_terms, p_last agents.invocation_inputs)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  terms airlock.call_terms := p_terms;
  lines jsonb;
begin
  lines := (
    select coalesce(jsonb_agg(line), '[]') from jsonb_array_elements(coalesce(p_last.checks, '[]') || (p_last.trace -> 'lines')) line
    where line ->> 'stage' = 'check' or line ->> 'rule' in ('input.edited', 'target.first_seen'));
  -- The tier that they made is kept; the line that asks for two people because of it has to be as well.
  terms.alarmed := terms.alarmed or lines @> '[{"rule": "argument.alarm"}]';
  terms.first_seen := lines @> '[{"rule": "target.first_seen"}]';
  lines := lines || airlock.decide_call(terms, p_call.session_id, p_call.task_id, p_call.id);
  if p_terms.ruled then
    lines := lines || airlock.judge_rules(p_terms, p_last.input);
  end if;
  return lines;
end
$$;
