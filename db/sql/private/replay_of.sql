-- The first call that was made with a key, for whoever uses the key again. With another tool or input it is a conflict.
create function airlock.replay_of(p_first agents.tool_invocations, p_tool text, p_input_digest text)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from agents.invocation_inputs n join agents.tools_registry t on t.id = p_first.tool_id
    where n.invocation_id = p_first.id and n.revision = 1 and n.input_digest = p_input_digest and t.name = p_tool
  ) then
    perform airlock.refuse('AL024', 'This idempotency key was used with another tool or input.', jsonb_build_object('id', p_first.id));
  end if;
  return airlock.agent_view(p_first.id) || '{"replayed": true}';
end
$$;
