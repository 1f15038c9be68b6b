-- The tools are no longer in the state that reviewers were asked about: what is undecided has to be asked again, and nobody's earlier
-- yes counts for it.
create function airlock.void_reviews_of(p_tools uuid[], p_except uuid default null)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  update agents.approvals a set status = 'void', decided_at = now()
  where a.status = 'pending' and a.subject_kind = 'tool_version' and a.id is distinct from p_except
    and a.subject_id in (select v.id from agents.tool_versions v where v.tool_id = any (p_tools))
$$;
