-- Whether a call that was free when it was asked is free under the policy of now. It does not count against itself.
create function airlock.still_runs(p_call agents.tool_invocations, p_terms airlock.call_terms)
returns boolean language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select airlock.verdict_of(airlock.decide_call(p_terms, p_call.session_id, p_call.task_id, p_call.id)) ->> 'kind' = 'run'
$$;
