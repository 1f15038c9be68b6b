-- Ends a tool for good. Its name stays taken: nothing else may be called as it was.
create function agents.fn_retire_tool(p_session text, p_tool_id uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  tool agents.tools_registry;
  voided int;
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  tool := airlock.hold_tool(p_tool_id, 'retired', person.id, p_reason);
  update agents.tool_drifts set resolved_at = now(), resolution = 'retired' where tool_id = tool.id and resolved_at is null;
  voided := airlock.void_calls_of(array[tool.id], 'The tool was retired.');
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'tool.retired', 'tool:' || tool.id,
    jsonb_build_object('name', tool.name, 'reason', p_reason, 'version', tool.pinned_version_id, 'calls', voided));
end
$$;
