-- Gives the subject of a review its outcome: the review's row and its subject's change together or not at all.
create function airlock.end_review(p_review agents.approvals, p_status text, p_person uuid, p_reason text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.approvals set status = p_status, decided_at = now() where id = p_review.id;
  case p_review.subject_kind
    when 'tool_version' then
      -- A version that nobody reviewed in time stays what it is, under review: it cannot run, and can be asked about again.
      if p_status in ('approved', 'rejected') then
        update agents.tool_versions
        set state = p_status, decided_by = p_person, decided_at = now(), decision_reason = p_reason where id = p_review.subject_id;
      end if;
      if p_status = 'approved' then
        perform airlock.pin_version(p_review.subject_id);
        update agents.approvals set consumed_at = now() where id = p_review.id;
        perform airlock.void_reviews_of(array(select v.tool_id from agents.tool_versions v where v.id = p_review.subject_id));
        -- What was asked for, and answered once and for all, was the version before.
        perform airlock.void_calls_of(array(select v.tool_id from agents.tool_versions v where v.id = p_review.subject_id),
          'Another version of the tool was put in force.');
      end if;
    when 'trust_change' then
      if p_status = 'approved' then
        perform airlock.apply_trust_change(p_review.subject_id);
      else
        update agents.trust_changes set state = p_status, decided_at = now() where id = p_review.subject_id;
      end if;
    when 'policy_version' then
      if p_status = 'approved' then
        perform airlock.put_in_force((select v.version from agents.policy_versions v where v.id = p_review.subject_id));
        update agents.approvals set consumed_at = now() where id = p_review.id;
        -- What else was proposed was written from the policy that this one takes the place of.
        update agents.approvals set status = 'void', decided_at = now() where subject_kind = 'policy_version' and status = 'pending';
      end if;
    when 'team_run' then
      update agents.team_runs set approval_status = p_status, approval_reason = p_reason, decided_at = now() where id = p_review.subject_id;
    when 'action' then
      update agents.actions set status = p_status, approval_reason = p_reason, decided_at = now() where id = p_review.subject_id;
  end case;
  perform airlock.emit('review_decided', p_review.subject_id, case when p_review.subject_kind in ('team_run', 'action') then p_review.agent_id end,
    jsonb_build_object('kind', p_review.subject_kind, 'approval', p_review.id, 'decision', p_status)
    || case when p_review.subject_kind in ('team_run', 'action') then jsonb_strip_nulls(jsonb_build_object('reason', p_reason)) else '{}' end);
  perform airlock.wake();
end
$$;
