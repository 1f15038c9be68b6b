-- When and how often a tool may run within one session of an agent (calls without a session share one). The counts are
-- taken from the record; a call that was denied or rejected does not count. Volatile, for it waits its turn and then has to see
-- what others wrote meanwhile.
create function airlock.judge_constraints(p_terms airlock.call_terms, p_session_id text, p_except uuid)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb := '[]';
  most int := (p_terms.constraints ->> 'maxInvocations')::int;
  made int;
  missing text;
begin
  if (p_terms.constraints ->> 'forbidden')::boolean then
    lines := lines || airlock.trace_line('constraint.forbidden', 'deny', null, p_terms.tool_name, p_terms.tool_name || ' is never called by an agent.');
  end if;
  if most is not null then
    perform airlock.take_turns(p_terms.agent_id, p_terms.tool_id, p_session_id);
    select count(*) into made from agents.tool_invocations i
    where i.agent_id = p_terms.agent_id and i.tool_id = p_terms.tool_id and i.session_id is not distinct from p_session_id
      and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except;
    if made >= most then
      lines := lines || airlock.trace_line('constraint.max_invocations', 'deny', null, format('%s of %s', made, most),
        format('%s may run %s times a session.', p_terms.tool_name, most));
    end if;
  end if;
  select string_agg(needed.name, ', ') into missing
  from jsonb_array_elements_text(coalesce(p_terms.constraints -> 'onlyAfter', '[]')) needed(name)
  where not exists (
    select from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
    where t.name = needed.name and i.agent_id = p_terms.agent_id and i.session_id is not distinct from p_session_id and i.status = 'completed');
  if missing is not null then
    lines := lines || airlock.trace_line('constraint.only_after', 'deny', null, left(missing, 400),
      left(format('%s runs only after %s completed.', p_terms.tool_name, missing), 400));
  end if;
  return lines;
end
$$;
