-- Calls the next group of people to a question.
create function airlock.escalate(p_question agents.approvals, p_step int, p_actor text, p_reason text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.approvals set escalation = p_step where id = p_question.id;
  perform airlock.emit('approval_escalated', p_question.subject_id, null,
    jsonb_build_object('kind', p_question.subject_kind, 'approval', p_question.id, 'step', p_step));
  perform airlock.wake();
  perform audit.append(p_actor, 'approval.escalated', p_question.subject_kind || ':' || p_question.subject_id,
    jsonb_build_object('step', p_step, 'reason', p_reason));
end
$$;
