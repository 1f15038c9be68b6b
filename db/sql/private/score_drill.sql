-- Ends a drill with the first person's answer to it, and tells them at once. Nothing runs and no agent hears of it.
create function airlock.score_drill(p_call agents.tool_invocations, p_person uuid, p_outcome text)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  flaw text;
begin
  if exists (select from agents.drills d where d.invocation_id = p_call.id and d.placed_by = p_person) then
    perform airlock.refuse('AL006', 'You ordered this drill; another person answers it.');
  end if;
  update agents.drills d set outcome = p_outcome, decided_by = p_person, decided_at = now()
  where d.invocation_id = p_call.id and d.outcome is null returning d.flaw into strict flaw;
  update agents.approvals set status = case p_outcome when 'caught' then 'rejected' else 'void' end, decided_at = now()
  where subject_kind = 'invocation' and subject_id = p_call.id and status = 'pending';
  update agents.tool_invocations
  set status = case p_outcome when 'caught' then 'rejected' else 'cancelled' end, completed_at = now(), error_code = 'drill',
    approval_status = case p_outcome when 'caught' then 'rejected' else 'void' end
  where id = p_call.id;
  perform airlock.wake();
  perform audit.append('person:' || p_person, 'drill.' || p_outcome, 'invocation:' || p_call.id, jsonb_build_object('flaw', flaw));
  return jsonb_build_object('id', p_call.id, 'status', 'drill', 'outcome', p_outcome, 'flaw', flaw);
end
$$;
