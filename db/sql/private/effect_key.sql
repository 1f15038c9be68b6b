-- The key of a call's effect, which tools hand on to the other side: the same for every retry and replay, another one for another agent or tool. A
-- digest in the form of an id, because the agent's own key is text that nobody reviews and that another agent may have chosen too. A call without a key goes by its id.
create function airlock.effect_key(p_call agents.tool_invocations)
returns text language sql stable
as $$
  select case when p_call.idempotency_key is null then p_call.id
    else overlay(overlay(left(airlock.sha256_hex(concat_ws(' ', p_call.agent_id, p_call.tool_id, p_call.idempotency_key)), 32)
      placing '8' from 13) placing '8' from 17)::uuid end::text
$$;
