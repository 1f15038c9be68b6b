-- The first call that was made with a key, for whoever uses the key again: its view, or with another tool or input the refusal.
create function airlock.replay(p_first uuid, p_tool text, p_input_digest text)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when exists (
      select from agents.invocation_inputs n
      join agents.tool_invocations i on i.id = n.invocation_id
      join agents.tools_registry t on t.id = i.tool_id
      where n.invocation_id = p_first and n.revision = 1 and n.input_digest = p_input_digest and t.name = p_tool)
    then airlock.agent_view(p_first) || '{"replayed": true}'
    else airlock.refusal('AL024', 'This idempotency key was used with another tool or input.', jsonb_build_object('id', p_first))
  end
$$;
