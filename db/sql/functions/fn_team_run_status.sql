-- An agent reads its own team run. Another agent's does not exist for it.
create function agents.fn_team_run_status(p_key text, p_run uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
  run agents.team_runs;
begin
  select r.* into run from agents.team_runs r where r.id = p_run and r.agent_id = asking_key.agent_id;
  if run.id is null then
    perform airlock.refuse('AL028', 'This agent has no team run with that id.');
  end if;
  return airlock.team_run_view(run);
end
$$;
