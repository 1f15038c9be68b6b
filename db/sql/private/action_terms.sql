-- What is asked of an action is decided by the same rules as a tool's calls, of which it is none: it has no class and no registry, its category is
-- that of the tools which do such things, and what the agent may do is what its level, its trust in that category and its profiles say. What belongs to no
-- category (hiring, spending) goes by the least that the agent is trusted with anywhere: no scope speaks for it.
create function airlock.action_terms(p_agent uuid, p_action_type text)
returns airlock.call_terms language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  agent agents.agents;
  acts record;
  terms airlock.call_terms;
  meant constant text := airlock.category_of_action(p_action_type);
  categories constant text[] := array['file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics',
    'deployment', 'memory', 'mcp'];
begin
  select a.* into strict agent from agents.agents a where a.id = p_agent;
  select l.level, l.grants into strict acts from agents.access_levels l
  where l.level = case when agent.custom_grants is null then agent.access_level else 'custom' end or l.level in (
    select trust.level from agents.agent_trust trust where trust.agent_id = agent.id and (trust.category in ('all', meant) or meant <> all (categories)))
  order by l.rank limit 1;
  terms.agent_id := agent.id;
  terms.agent_name := agent.name;
  terms.frozen_at := agent.frozen_at;
  terms.frozen_reason := agent.frozen_reason;
  terms.profile_ids := agent.profile_ids;
  terms.allowed_tools := '{}';
  terms.denied_tools := '{}';
  terms.counted := agent.counted;
  terms.acts_at := case when agent.custom_grants is null then acts.level else 'custom' end;
  terms.grants := airlock.meet_grants(case
    when agent.custom_grants is null then acts.grants
    when acts.level = 'custom' then agent.custom_grants
    else airlock.meet_grants(agent.custom_grants, acts.grants) end, agent.narrowing);
  terms.tool_name := p_action_type;
  terms.action_type := p_action_type;
  terms.category := meant;
  terms.safety_class := 'read';
  terms.egress_class := 'none';
  terms.risk := 'low';
  terms.safety_people := 0;
  terms.egress_people := 0;
  terms.anything_stopped := exists (select from agents.kill_switches k where k.released_at is null);
  terms.policy_version := airlock.policy_version();
  return terms;
end
$$;
