-- Asks people about something that is not a call; asked again, it is another revision with votes of its own.
create function airlock.open_review(p_kind text, p_subject uuid, p_digest text, p_required int)
returns agents.approvals language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  review agents.approvals;
begin
  insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at)
  values (airlock.new_id(), p_kind, p_subject,
    1 + coalesce((select max(a.revision) from agents.approvals a where a.subject_kind = p_kind and a.subject_id = p_subject), 0), p_digest, p_required, 'pending', now(),
    now() + make_interval(hours => airlock.setting('review_hours')::int))
  returning * into review;
  perform airlock.wake();
  return review;
end
$$;
