-- Ends a drill with the first person's answer to it, and tells them at once. Nothing runs and no agent hears of it. A yes to what another
-- person has edited is nobody's miss: what was wrong with it may be gone.
create function airlock.score_drill(p_call agents.tool_invocations, p_person uuid, p_outcome text)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  flaw text;
  score constant text := case when p_outcome = 'missed' and exists (
    select from agents.invocation_inputs n where n.invocation_id = p_call.id and n.edited_by is not null) then 'unanswered' else p_outcome end;
begin
  if exists (select from agents.drills d where d.invocation_id = p_call.id and d.placed_by = p_person) then
    perform airlock.refuse('AL006', 'You ordered this drill; another person answers it.');
  end if;
  update agents.drills d set outcome = score, decided_by = case when score <> 'unanswered' then p_person end, decided_at = now()
  where d.invocation_id = p_call.id and d.outcome is null returning d.flaw into strict flaw;
  update agents.approvals set status = case p_outcome when 'caught' then 'rejected' else 'void' end, decided_at = now()
  where subject_kind = 'invocation' and subject_id = p_call.id and status = 'pending';
  update agents.tool_invocations
  set status = case p_outcome when 'caught' then 'rejected' else 'cancelled' end, completed_at = now(), error_code = 'drill',
    approval_status = case p_outcome when 'caught' then 'rejected' else 'void' end
  where id = p_call.id;
  perform airlock.wake();
  perform audit.append('person:' || p_person, 'drill.' || score, 'invocation:' || p_call.id, jsonb_build_object('flaw', flaw));
  return jsonb_build_object('id', p_call.id, 'status', 'drill', 'outcome', score, 'flaw', flaw);
end
$$;
