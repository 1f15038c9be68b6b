-- Puts a reviewed version in force: the registry's class columns become the contract's own. A flag that asks for a person
-- stays when it was set: a new version never loses an approval by itself. Nothing that drifted from the one before is open.
create function airlock.pin_version(p_version uuid)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  version agents.tool_versions;
begin
  select v.* into strict version from agents.tool_versions v where v.id = p_version and v.state = 'approved';
  update agents.tools_registry
  set pinned_version_id = version.id, state = 'active', updated_at = now(),
    egress_class = version.contract ->> 'egressClass', safety_class = version.contract ->> 'safetyClass',
    category = version.contract ->> 'category', action_type = version.contract ->> 'actionType',
    risk = version.contract #>> '{policy,risk}', description = version.contract ->> 'description', state_reason = null,
    serve_while_drifted = serve_while_drifted and version.contract ->> 'egressClass' = 'none' and version.contract ->> 'safetyClass' = 'read'
  where id = version.tool_id;
  update agents.tool_drifts
  set resolved_at = now(), resolution = case when to_version_id = version.id then 'approved' else 'superseded' end
  where tool_id = version.tool_id and resolved_at is null;
end
$$;
