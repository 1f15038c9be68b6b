-- Steps up that people are being asked about end when what they were asked on no longer holds. No category: in all of them.
create function airlock.drop_trust_proposals(p_agent uuid, p_category text, p_reason text default 'Its trust was lowered meanwhile.')
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select airlock.end_review(a, 'expired', null, p_reason) from agents.approvals a
  join agents.trust_changes c on c.id = a.subject_id
  where a.subject_kind = 'trust_change' and a.status = 'pending' and c.agent_id = p_agent and (p_category is null or c.category = p_category)
$$;
