-- One of an agent's own memories, whole. Another agent's is as unknown as one that never was.
create function airlock.recall_memory(p_agent uuid, p_input jsonb)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  view jsonb;
begin
  select airlock.memory_view(m.id, m.key, m.text, m.tags, m.created_at) into view from agents.memories m
  where m.agent_id = p_agent and m.removed_at is null
    and case when p_input ? 'id' then m.id = (p_input ->> 'id')::uuid else m.key = p_input ->> 'key' end;
  if view is null then
    perform airlock.refuse('AL028', 'There is no such memory.');
  end if;
  return view;
end
$$;
