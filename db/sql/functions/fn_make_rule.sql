-- A person makes a standing answer from a call that waits, or that people decided within a day: for calls like it, until it ends by
-- time, by count or by a hand. A standing yes comes from a call that waits or was approved. A drill is scored instead.
create function agents.fn_make_rule(p_session text, p_invocation uuid, p_revision int, p_seen_digest text, p_effect text, p_every_agent boolean,
  p_pattern jsonb, p_max_uses int, p_hours int, p_reason text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations;
  rule agents.standing_rules;
begin
  select i.* into call from agents.tool_invocations i where i.id = p_invocation;
  if call.id is null or call.status = 'pending' then
    call := airlock.decidable_invocation(p_invocation, p_revision, p_seen_digest);
  elsif call.revision is distinct from p_revision or call.binding_digest is distinct from p_seen_digest then
    perform airlock.refuse('AL012', 'What you saw is no longer what was decided.', jsonb_build_object('revision', call.revision));
  elsif call.is_drill or not (call.approval_status = 'approved' or (call.approval_status = 'rejected' and p_effect = 'deny')) or not exists (
    select from agents.approvals a where a.subject_kind = 'invocation' and a.subject_id = call.id and a.decided_at > now() - interval '1 day')
  then
    perform airlock.refuse('AL030', 'A rule is made from a call that waits, or that people decided within a day.');
  end if;
  rule := airlock.keep_rule(person, call, p_effect, p_every_agent, p_pattern, p_max_uses, p_hours, p_reason);
  if call.is_drill then
    return airlock.score_drill(call, person.id, case p_effect when 'deny' then 'caught' else 'missed' end);
  end if;
  perform airlock.wake();
  perform airlock.note_rule(rule);
  return jsonb_build_object('id', call.id, 'rule', rule.id, 'expiresAt', rule.expires_at);
end
$$;
