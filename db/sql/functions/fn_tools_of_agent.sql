-- The tools in force, for the list an agent is shown. Which of them it may use is decided from its grants by the reader.
create function agents.fn_tools_of_agent(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
begin
  return (
    select jsonb_build_object(
      'agentId', a.id, 'accessLevel', a.access_level,
      'grants', case when a.access_level = 'custom' then a.custom_grants else l.grants end,
      'tools', coalesce((
        select jsonb_agg(jsonb_build_object('definitionHash', v.definition_hash, 'contract', v.contract,
          'requiresApproval', t.requires_approval) order by t.name)
        from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
        where t.state = 'active' and v.state = 'approved'), '[]'))
    from agents.agents a left join agents.access_levels l on l.level = a.access_level
    where a.id = asking_key.agent_id);
end
$$;
