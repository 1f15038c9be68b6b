-- Everything a decision reads of an agent and a tool, in one look: who they are, what is in force, whether anything
-- is stopped, and the level at which the agent acts with tools of this category. That is the lowest of what an admin declared and of what
-- the agent is trusted with: trust can only take away. No version in force, no version columns.
create view airlock.call_terms as
select
  a.id as agent_id, a.name as agent_name, a.frozen_at, a.frozen_reason, a.profile_id, a.project_root,
  acts.level as acts_at, case when a.access_level = 'custom' then a.custom_grants else acts.grants end as grants,
  t.id as tool_id, t.name as tool_name,
  case when t.state = 'drifted' and t.serve_while_drifted then 'active' else t.state end as tool_state, t.egress_class, t.safety_class, t.category, t.action_type, t.risk,
  t.requires_approval, t.ruled, v.id as version_id, v.state as version_state, v.definition_hash, v.idempotency, v.network_mode, v.constraints,
  v.alarmed, exists (select from agents.kill_switches k where k.released_at is null) as anything_stopped,
  (select coalesce(max(p.version), 1) from agents.policy_versions p) as policy_version
from agents.agents a
cross join agents.tools_registry t
left join agents.tool_versions v on v.id = t.pinned_version_id
cross join lateral (
  select l.level, l.grants from agents.access_levels l
  where l.level = a.access_level or (a.access_level <> 'custom' and l.level in (
    select trust.level from agents.agent_trust trust where trust.agent_id = a.id and trust.category in ('all', t.category)))
  order by l.rank limit 1
) acts;
