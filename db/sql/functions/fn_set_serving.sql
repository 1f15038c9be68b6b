-- Whether the version in force goes on while the tool has drifted. Only for what reads and reaches nothing; the table holds that.
create function agents.fn_set_serving(p_session text, p_tool_id uuid, p_serve_while_drifted boolean)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  reviewer agents.people := airlock.person_with_role(p_session, 'reviewer');
  tool agents.tools_registry;
begin
  select t.* into tool from agents.tools_registry t where t.id = p_tool_id for update;
  if tool.id is null or p_serve_while_drifted is null then
    perform airlock.refuse('AL028', 'There is no such tool.');
  end if;
  if p_serve_while_drifted then
    perform airlock.check_counts(reviewer);
  end if;
  if p_serve_while_drifted and (tool.safety_class, tool.egress_class) <> ('read', 'none') then
    perform airlock.refuse('AL035', 'Only a tool that reads and reaches nothing may go on while it has drifted.');
  end if;
  update agents.tools_registry set serve_while_drifted = p_serve_while_drifted, updated_at = now() where id = tool.id;
  perform audit.append('person:' || reviewer.id, 'tool.serving_set', 'tool:' || tool.id,
    jsonb_build_object('name', tool.name, 'from', tool.serve_while_drifted, 'to', p_serve_while_drifted));
end
$$;
