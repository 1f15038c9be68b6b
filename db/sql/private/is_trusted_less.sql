-- Whether the agent's trust moved since a call was asked for, so that it would be denied now or take more people. A step down acts on what is
-- released and not yet taken, or would be taken again: a sandbox is not all that a level gives, and what an agent runs itself has none. Who was
-- never moved costs one look. A step bears the time at which its transaction began, which may be before the ask that did not see it yet;
-- no transaction of ours lasts as long as is added for that (agents.fn_end_stale_transactions).
create function airlock.is_trusted_less(p_call agents.tool_invocations, p_terms airlock.call_terms)
returns boolean language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  verdict jsonb;
begin
  if not exists (
    select from agents.agent_trust t
    where t.agent_id = p_call.agent_id and t.category in ('all', p_terms.category) and t.since >= p_call.asked_at - interval '1 minute')
  then
    return false;
  end if;
  verdict := airlock.verdict_of(airlock.decide_call(p_terms, p_call.session_id, p_call.task_id, p_call.id));
  return verdict ->> 'kind' = 'deny' or coalesce((verdict ->> 'people')::int, 0) > p_call.required_approvals;
end
$$;
