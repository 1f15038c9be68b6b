-- An agent reads what was answered to an action of its own. Another agent's does not exist for it.
create function agents.fn_action_status(p_key text, p_action uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
  action agents.actions;
begin
  select a.* into action from agents.actions a where a.id = p_action and a.agent_id = asking_key.agent_id;
  if action.id is null then
    perform airlock.refuse('AL028', 'This agent has no action with that id.');
  end if;
  return airlock.action_view(action);
end
$$;
