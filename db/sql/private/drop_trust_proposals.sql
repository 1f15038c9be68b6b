-- Steps up that people are being asked about end when the agent sinks meanwhile: they were about a level it no longer has.
create function airlock.drop_trust_proposals(p_agent uuid, p_category text)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select airlock.end_review(a, 'expired', null, 'Its trust was lowered meanwhile.') from agents.approvals a
  join agents.trust_changes c on c.id = a.subject_id
  where a.subject_kind = 'trust_change' and a.status = 'pending' and c.agent_id = p_agent and c.category = p_category
$$;
