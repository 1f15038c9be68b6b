-- Whether the standing rule that released a call still stands for it. What was used up since was used up by others; what was revoked
-- or is over answers for nothing, and neither does a yes for a tool about which something was noticed since.
create function airlock.rule_still_answers(p_call agents.tool_invocations)
returns boolean language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select p_call.rule_id is not null and p_call.revision = 1 and p_call.required_approvals = 1 and exists (
    select from agents.standing_rules r join agents.tool_versions v on v.id = r.tool_version_id and v.alarmed is not true
    where r.id = p_call.rule_id and r.effect = 'approve' and r.agent_id = p_call.agent_id and r.tool_version_id = p_call.tool_version_id
      and r.revoked_at is null and r.expires_at > clock_timestamp() and airlock.rule_maker_stands(r))
$$;
