-- What a drill can be made of: the latest calls that people were asked about. A reviewer or an admin who orders one gets it now. To the housekeeper it is empty
-- while none is due, for these are what agents sent: too few calls were held since the last one, one is still open, or the setting asks for none.
create function agents.fn_drill_material(p_session text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  per_mille numeric := airlock.setting('drill_per_mille');
  since timestamptz := greatest(now() - interval '7 days', (select max(d.placed_at) from agents.drills d));
  held bigint;
begin
  if p_session is not null then
    perform airlock.person_with_role(p_session, 'reviewer', 'admin');
  elsif not pg_has_role(session_user, 'airlock_housekeeper', 'member') then
    perform airlock.refuse('AL001', 'You are not signed in, or your session has ended.');
  else
    if per_mille = 0 or exists (select from agents.drills d where d.outcome is null) then
      return '[]';
    end if;
    select count(*) into held from (
      select from agents.tool_invocations i
      where i.asked_at > since and i.required_approvals > 0 and i.status <> 'denied' and not i.is_drill
      limit ceil(1000 / per_mille)::int
    ) h;
    if held < 1000 / per_mille then
      return '[]';
    end if;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('agentId', l.agent_id, 'toolVersionId', l.tool_version_id, 'tool', t.name,
      'contract', v.contract, 'input', n.input,
      'accessLevel', c.acts_at, 'grants', c.grants, 'projectRoot', c.project_root,
      'permission', airlock.permission_of(c), 'narrowings', airlock.narrowings_of(c), 'enforceToolPolicies', c.enforce_tool_policies) order by l.id desc), '[]')
    from (
      select i.id, i.agent_id, i.tool_id, i.tool_version_id, i.revision from agents.tool_invocations i
      where i.required_approvals > 0 and not i.is_drill and i.status in ('running', 'completed', 'pending', 'rejected', 'expired')
      order by i.id desc limit 40
    ) l
    join agents.tools_registry t on t.id = l.tool_id and t.pinned_version_id = l.tool_version_id and t.state = 'active'
    join airlock.call_terms c on c.agent_id = l.agent_id and c.tool_id = l.tool_id
    join agents.tool_versions v on v.id = l.tool_version_id
    join agents.invocation_inputs n on n.invocation_id = l.id and n.revision = l.revision
    where length(n.input) <= 20000);
end
$$;
