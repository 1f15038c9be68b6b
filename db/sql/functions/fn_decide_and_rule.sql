-- A person decides a waiting call and gives the same answer to calls like it. Both or neither: a rule that is refused leaves no vote, and
-- a vote that is refused leaves no rule.
create function agents.fn_decide_and_rule(p_session text, p_invocation uuid, p_revision int, p_seen_digest text, p_effect text, p_every_agent boolean,
  p_pattern jsonb, p_max_uses int, p_hours int, p_reason text, p_note text default null, p_receipt jsonb default null, p_step_up uuid default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations := airlock.decidable_invocation(p_invocation, p_revision, p_seen_digest);
  rule agents.standing_rules := airlock.keep_rule(person, call, p_effect, p_every_agent, p_pattern, p_max_uses, p_hours, p_reason);
  decided jsonb;
begin
  if p_effect = 'approve' then
    decided := agents.fn_approve_tool_invocation(p_session, p_invocation, p_revision, p_seen_digest, p_reason, p_receipt, p_step_up);
  else
    decided := agents.fn_reject_tool_invocation(p_session, p_invocation, p_revision, p_seen_digest, p_reason, p_note);
  end if;
  if rule.id is not null then
    perform airlock.note_rule(rule);
  end if;
  return decided || jsonb_strip_nulls(jsonb_build_object('rule', rule.id, 'expiresAt', rule.expires_at));
end
$$;
