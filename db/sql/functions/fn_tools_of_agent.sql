-- The tools in force, for the list an agent is shown, each with the level the agent acts at there. Which of them it may use
-- is decided from the level's grants by the reader.
create function agents.fn_tools_of_agent(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  agent agents.agents;
begin
  select a.* into strict agent from agents.agents a where a.id = asking_key.agent_id;
  return (
    with offered as (
      select t.name, t.requires_approval, v.definition_hash, v.contract, airlock.effective_level(agent, t.category) as acts_at
      from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
      where t.state = 'active' and v.state = 'approved'
    )
    select jsonb_build_object(
      'agentId', agent.id,
      'grants', (
        select coalesce(jsonb_object_agg(level.acts_at, airlock.grants_at(agent, level.acts_at)), '{}')
        from (select distinct o.acts_at from offered o) level),
      'tools', coalesce(jsonb_agg(jsonb_build_object('definitionHash', o.definition_hash, 'contract', o.contract,
        'requiresApproval', o.requires_approval, 'accessLevel', o.acts_at) order by o.name), '[]'))
    from offered o);
end
$$;
