-- When and how often a tool may run within one session or task of an agent (calls without one share one), by its contract. The counts are
-- taken from the record; a call that was denied or rejected does not count. Volatile, for it waits its turn and then has to see
-- what others wrote meanwhile.
create function airlock.judge_constraints(p_terms airlock.call_terms, p_session_id text, p_task_id text, p_except uuid)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb := '[]';
  per constant text := coalesce(p_terms.constraints ->> 'per', 'session');
  most int := (p_terms.constraints ->> 'maxInvocations')::int;
  made int;
  missing text;
begin
  if (p_terms.constraints ->> 'forbidden')::boolean then
    lines := lines || airlock.trace_line('constraint.forbidden', 'deny', null, p_terms.tool_name, p_terms.tool_name || ' is never called by an agent.');
  end if;
  if most is not null then
    perform airlock.take_turns(p_terms.agent_id, p_terms.tool_id, case per when 'task' then p_task_id else p_session_id end);
    made := airlock.calls_made(p_terms.agent_id, p_terms.tool_id, per, p_session_id, p_task_id, p_except, most);
    if made >= most then
      lines := lines || airlock.trace_line('constraint.max_invocations', 'deny', null, format('%s of %s', made, most),
        format('%s may run %s a %s.', p_terms.tool_name, airlock.times_words(most), per));
    end if;
  end if;
  if p_terms.constraints ? 'onlyAfter' then
    missing := airlock.not_completed(p_terms.agent_id, array(select jsonb_array_elements_text(p_terms.constraints -> 'onlyAfter')), per, p_session_id, p_task_id);
    if missing is not null then
      lines := lines || airlock.trace_line('constraint.only_after', 'deny', null, missing,
        format('%s runs only after %s completed.', p_terms.tool_name, missing));
    end if;
  end if;
  return lines;
end
$$;
