-- Keeps a text for the agent of a call. Under a key it takes the place of what was kept there; without a key it stands beside the others.
create function airlock.store_memory(p_call agents.tool_invocations, p_input jsonb)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant int := 10000;
  kept agents.memories;
  replaced boolean := false;
begin
  select m.* into kept from agents.memories m where m.invocation_id = p_call.id;
  if kept.id is not null then
    return jsonb_build_object('id', kept.id, 'storedAt', airlock.stamp(kept.created_at), 'replaced', false);
  end if;
  -- One writer an agent: counted and replaced without another between.
  perform from agents.agents a where a.id = p_call.agent_id for no key update;
  update agents.memories m set removed_at = now(), removed_why = 'Replaced under its key.', text = '', tags = '{}'
  where m.agent_id = p_call.agent_id and m.key = p_input ->> 'key' and m.removed_at is null;
  replaced := found;
  if (select count(*) from (select from agents.memories m where m.agent_id = p_call.agent_id and m.removed_at is null limit most) held) >= most then
    perform airlock.refuse('AL070', format('This agent has %s memories, which is the most.', most));
  end if;
  insert into agents.memories (id, agent_id, invocation_id, key, text, tags, created_at)
  values (airlock.new_id(), p_call.agent_id, p_call.id, p_input ->> 'key', p_input ->> 'text',
    array(select jsonb_array_elements_text(coalesce(p_input -> 'tags', '[]'))), now())
  returning * into kept;
  perform audit.append('agent:' || p_call.agent_id, 'memory.stored', 'memory:' || kept.id,
    jsonb_build_object('invocation', p_call.id, 'characters', length(kept.text), 'digest', airlock.sha256_hex(kept.text), 'replaced', replaced));
  return jsonb_build_object('id', kept.id, 'storedAt', airlock.stamp(kept.created_at), 'replaced', replaced);
end
$$;
