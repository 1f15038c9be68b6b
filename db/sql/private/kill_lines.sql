-- The line of the open kill switch that covers this agent or tool, or no line.
create function airlock.kill_lines(p_agent uuid, p_tool uuid)
returns jsonb language sql stable
as $$
  select coalesce((
    select jsonb_build_array(
      airlock.trace_line('kill.' || k.scope, 'deny', null, k.scope || ' switch', 'Calls are stopped: ' || left(k.reason, 300)))
    from airlock.stopped_by(p_agent, p_tool) k), '[]')
$$;
