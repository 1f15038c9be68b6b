-- A dispatcher looked at a tool before it called it, and it is not what was approved. The call is still the worker's, who ends it.
create function agents.fn_report_drift(p_worker uuid, p_invocation uuid, p_fence bigint, p_found jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := airlock.held_call(p_worker, p_invocation, p_fence);
  tool agents.tools_registry;
  note jsonb;
begin
  select t.* into strict tool from agents.tools_registry t where t.id = call.tool_id;
  if tool.server_id is null or jsonb_typeof(p_found) is distinct from 'object' or p_found ->> 'upstream' is distinct from tool.upstream_name
    or pg_column_size(p_found) > 2097152
  then
    perform airlock.refuse('AL026', 'What drifted is the tool of this call.');
  end if;
  begin
    note := airlock.note_drift(tool.server_id, p_found, 'dispatch', call.id);
  exception when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation or untranslatable_character
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'What was found is not a contract that can be kept.');
  end;
  if note is not null then
    perform airlock.tell_drifts(jsonb_build_array(note), 'worker:' || p_worker);
  end if;
  return coalesce(note, '{}');
end
$$;
