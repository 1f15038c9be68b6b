-- An agent's own calls, newest first, a page at a time: without their outputs, which are read one by one. p_before is the id of the last one seen.
create function agents.fn_list_invocations(p_key text, p_before uuid, p_limit int, p_statuses text[] default null, p_session_id text default null,
  p_task_id text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
begin
  if coalesce(p_limit, 0) not between 1 and 201 or cardinality(p_statuses) > 20 then
    perform airlock.refuse('AL026', 'A page has 1 to 200 calls.');
  end if;
  return (
    select coalesce(jsonb_agg(airlock.view_of(i, t.name)::jsonb order by i.id desc), '[]')
    from (
      select c.* from agents.tool_invocations c
      where c.agent_id = asking_key.agent_id and not c.is_drill and (p_before is null or c.id < p_before)
        and (p_statuses is null or c.status = any (p_statuses))
        and (p_session_id is null or c.session_id = p_session_id) and (p_task_id is null or c.task_id = p_task_id)
      order by c.id desc limit p_limit
    ) i join agents.tools_registry t on t.id = i.tool_id);
end
$$;
