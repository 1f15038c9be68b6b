-- Whose key this is: what a door asks before it answers anything, where no other function would have been asked.
create function agents.fn_agent_of_key(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
begin
  return (select jsonb_build_object('id', a.id, 'name', a.name) from agents.agents a where a.id = asking_key.agent_id);
end
$$;
