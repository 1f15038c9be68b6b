-- The call that an agent's idempotency key stands for already, as whoever asks again under it is answered; null where it stands for none. For asks
-- that are refused before they are decided: that a tool, a policy or a hook would not have it any more does not undo what was asked before.
create function agents.fn_first_invocation(p_key text, p_idempotency_key text, p_tool text, p_input text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  first_call uuid;
begin
  select i.id into first_call from agents.tool_invocations i
  where i.agent_id = asking_key.agent_id and i.idempotency_key = p_idempotency_key;
  return case when first_call is not null then airlock.replay_of(first_call, p_tool, airlock.sha256_hex(p_input)) end;
end
$$;
