-- The people whose yes is worth nothing, because they asked for it or answer for who did.
create function airlock.interested_in(p_kind text, p_subject uuid)
returns uuid[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array_remove(case p_kind
    when 'tool_version' then (
      select array[v.author_id, s.created_by] from agents.tool_versions v left join agents.mcp_servers s on s.id = v.server_id where v.id = p_subject)
    when 'trust_change' then (
      select array[c.proposed_by, a.owner_id] from agents.trust_changes c join agents.agents a on a.id = c.agent_id where c.id = p_subject)
    -- Whoever wrote it, and the owners of the agents whose entries it changes.
    when 'policy_version' then (
      select array[v.author_id] || array(
        select g.owner_id from agents.agents g join agents.policy_versions b on b.version = v.base_version
        where b.document #> array['agents', g.name] is distinct from v.document #> array['agents', g.name])
      from agents.policy_versions v where v.id = p_subject)
    when 'action' then (
      select array[a.owner_id] from agents.actions o join agents.agents a on a.id = o.agent_id where o.id = p_subject)
    when 'team_run' then (
      select array[a.owner_id] from agents.team_runs r join agents.agents a on a.id = r.agent_id where r.id = p_subject)
  end, null)
$$;
