-- Everything a decision reads of an agent and a tool, in one look: who they are, what is in force, whether anything
-- is stopped, what the classes ask for, and the level at which the agent acts with tools of this category. That is the lowest of what an
-- admin declared and of what the agent is trusted with: trust can only take away, from a custom level too. No version in force, no version columns.
create view airlock.call_terms as
select
  a.id as agent_id, a.name as agent_name, a.frozen_at, a.frozen_reason, a.profile_ids, a.allowed_tools, a.denied_tools, a.enforce_tool_policies, a.counted, a.project_root,
  case when a.custom_grants is null then acts.level else 'custom' end as acts_at,
  case when a.custom_grants is null and a.narrowing is null then acts.grants
    else airlock.meet_grants(case
        when a.custom_grants is null then acts.grants
        when acts.level = 'custom' then a.custom_grants
        else airlock.meet_grants(a.custom_grants, acts.grants) end, a.narrowing) end as grants,
  t.id as tool_id, t.name as tool_name,
  case when t.state = 'drifted' and t.serve_while_drifted then 'active' else t.state end as tool_state, t.egress_class, t.safety_class, t.category, t.action_type, t.risk,
  t.requires_approval, t.ruled, v.id as version_id, v.state as version_state, v.definition_hash, v.idempotency, v.network_mode, v.constraints, v.max_cost,
  v.external, v.alarmed, v.aims, false as first_seen, exists (select from agents.kill_switches k where k.released_at is null) as anything_stopped,
  s.people as safety_people, s.open_people, s.audit_detail, e.people as egress_people,
  (select f.version from agents.policy_in_force f where f.one = 1) as policy_version
from agents.agents a
cross join agents.tools_registry t
join agents.safety_classes s on s.name = t.safety_class
join agents.egress_classes e on e.name = t.egress_class
left join agents.tool_versions v on v.id = t.pinned_version_id
cross join lateral (
  select l.level, l.grants from agents.access_levels l
  where l.level = case when a.custom_grants is null then a.access_level else 'custom' end or l.level in (
    select trust.level from agents.agent_trust trust where trust.agent_id = a.id and trust.category in ('all', t.category))
  order by l.rank limit 1
) acts;
