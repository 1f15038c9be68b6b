-- Takes a tool out of force, or out of all use, with its version in force; a version that people said no to stays so. Questions that
-- were open are void.
create function airlock.hold_tool(p_tool uuid, p_state text, p_person uuid, p_reason text)
returns agents.tools_registry language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  tool agents.tools_registry;
begin
  select t.* into tool from agents.tools_registry t where t.id = p_tool for update;
  if tool.id is null then
    perform airlock.refuse('AL028', 'There is no such tool.');
  end if;
  if tool.state in ('retired', p_state) then
    perform airlock.refuse('AL011', format('This tool is %s already.', tool.state), jsonb_build_object('status', tool.state));
  end if;
  update agents.tool_versions v
  set state = p_state, decided_by = nullif(p_person, v.author_id), decided_at = now(), decision_reason = p_reason
  where v.id = tool.pinned_version_id and v.state in ('approved', 'quarantined') and v.state <> p_state;
  perform airlock.void_reviews_of(array[tool.id]);
  update agents.tools_registry set state = p_state, state_reason = left(p_reason, 400), updated_at = now() where id = tool.id returning * into tool;
  return tool;
end
$$;
