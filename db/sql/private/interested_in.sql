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
    -- Whoever wrote it, and the owners of the agents whose entries it changes, or to which a profile or a level that they have gives more by it. A
    -- list that a profile did not have frees actions.
    when 'policy_version' then (
      select array[v.author_id] || array(
        select g.owner_id from agents.agents g
        join agents.policy_versions b on b.version = v.base_version
        cross join lateral (select b.document #> array['agents', g.name], v.document #> array['agents', g.name]) e (was, is_now)
        where e.was is distinct from e.is_now
          or exists (
            select from jsonb_array_elements_text(e.was -> 'profiles') h
            cross join lateral (select b.document #> array['profiles', h], v.document #> array['profiles', h]) p (was, is_now)
            where airlock.profile_widens(p.was, p.is_now) or (p.is_now ? 'auto_approve' and not p.was ? 'auto_approve'))
          or exists (
            select from (
              select coalesce(e.was ->> 'custom_level', g.access_level) union select t.level from agents.agent_trust t where t.agent_id = g.id
            ) l (name)
            cross join lateral (select airlock.grants_at(b.document, l.name), airlock.grants_at(v.document, l.name)) p (was, is_now)
            where p.was is distinct from p.is_now and coalesce(airlock.grant_widens(p.was, p.is_now, false), true)))
      from agents.policy_versions v where v.id = p_subject)
    when 'action' then (
      select array[a.owner_id] from agents.actions o join agents.agents a on a.id = o.agent_id where o.id = p_subject)
    when 'team_run' then (
      select array[a.owner_id] from agents.team_runs r join agents.agents a on a.id = r.agent_id where r.id = p_subject)
  end, null)
$$;
