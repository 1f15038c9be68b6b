-- The tools in force that an agent may use, for the list it is shown, each with the level the agent acts at there.
create function agents.fn_tools_of_agent(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
begin
  return (
    with offered as materialized (
      select c.tool_name, c.requires_approval, c.definition_hash, c.acts_at, c.grants, v.contract, v.number
      from airlock.call_terms c join agents.tool_versions v on v.id = c.version_id
      where c.agent_id = asking_key.agent_id and c.tool_state = 'active' and c.version_state = 'approved' and airlock.permits(c)
    )
    select jsonb_build_object(
      'agentId', asking_key.agent_id,
      'grants', (
        select coalesce(jsonb_object_agg(level.acts_at, level.grants), '{}')
        from (select distinct o.acts_at, o.grants from offered o) level),
      'tools', coalesce(jsonb_agg(jsonb_build_object('version', o.number, 'definitionHash', o.definition_hash, 'contract', o.contract,
        'requiresApproval', o.requires_approval, 'accessLevel', o.acts_at) order by o.tool_name), '[]'))
    from offered o);
end
$$;
