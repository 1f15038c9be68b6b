-- The tools in force that an agent may use, for the list it is shown.
create function agents.fn_tools_of_agent(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
begin
  return (
    select jsonb_build_object('tools', coalesce(jsonb_agg(jsonb_build_object('version', v.number, 'definitionHash', c.definition_hash,
      'contract', v.contract, 'requiresApproval', c.requires_approval) order by c.tool_name), '[]'))
    from airlock.call_terms c join agents.tool_versions v on v.id = c.version_id
    where c.agent_id = asking_key.agent_id and c.tool_state = 'active' and c.version_state = 'approved' and airlock.permits(c));
end
$$;
