-- Asks reviewers about a version, unless that very question is open already.
create function airlock.ask_for_review(p_version agents.tool_versions)
returns agents.approvals language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  before agents.tool_versions;
  review agents.approvals;
  digest text := airlock.version_digest(p_version.id);
begin
  select a.* into review from agents.approvals a
  where a.subject_kind = 'tool_version' and a.subject_id = p_version.id and a.status = 'pending' for update;
  if review.digest = digest then
    return review;
  end if;
  if review.id is not null then
    update agents.approvals set status = 'void', decided_at = now() where id = review.id;
  end if;
  select v.* into before from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id where t.id = p_version.tool_id;
  return airlock.open_review('tool_version', p_version.id, digest, airlock.review_quorum(p_version, before));
end
$$;
