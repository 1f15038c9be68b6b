-- The tools in force as the permission manifest lists them, for whoever holds a live agent key.
create function agents.fn_manifest_of_agent(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'version', v.number, 'definitionHash', v.definition_hash,
      'contract', v.contract, 'requiresApproval', t.requires_approval) order by t.name), '[]')
    from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
    where (t.state = 'active' or (t.state = 'drifted' and t.serve_while_drifted)) and v.state = 'approved');
end
$$;
