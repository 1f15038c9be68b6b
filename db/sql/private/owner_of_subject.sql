-- Who answers for the agent that a question is about; null where there is no agent.
create function airlock.owner_of_subject(p_kind text, p_subject uuid)
returns uuid language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select g.owner_id from agents.agents g
  where g.id = case p_kind
    when 'invocation' then (select i.agent_id from agents.tool_invocations i where i.id = p_subject)
    when 'trust_change' then (select c.agent_id from agents.trust_changes c where c.id = p_subject)
    when 'action' then (select o.agent_id from agents.actions o where o.id = p_subject)
    when 'team_run' then (select r.agent_id from agents.team_runs r where r.id = p_subject)
  end
$$;
