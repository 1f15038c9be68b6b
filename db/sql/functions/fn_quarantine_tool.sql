-- A person takes a tool out of force at once. Anybody who may stop calls may do it, for it only takes away; putting it back is a review.
create function agents.fn_quarantine_tool(p_session text, p_tool_id uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  tool agents.tools_registry;
  voided int;
begin
  perform airlock.check_reason(p_reason, 'Say why; whoever has to release it reads it.');
  tool := airlock.hold_tool(p_tool_id, 'quarantined', person.id, p_reason);
  voided := airlock.void_calls_of(array[tool.id], 'The tool was quarantined.');
  perform airlock.emit('tool_version_quarantined', coalesce(tool.pinned_version_id, tool.id), null,
    jsonb_build_object('tool', tool.name, 'reason', p_reason));
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'tool.quarantined', 'tool:' || tool.id,
    jsonb_build_object('name', tool.name, 'reason', p_reason, 'version', tool.pinned_version_id, 'calls', voided));
end
$$;
