-- What an agent is told of its call that was just asked (airlock.view_of), where all but its id, its times and the agent's own ids is ready.
create function airlock.asked_view(p_id uuid, p_now text, p_expires text, p_session_id text, p_task_id text, p_request_id text, p_rest text)
returns text language sql stable
as $$
  select concat('{"id" : "', p_id, '", "askedAt" : "', p_now, case when p_expires is null then '", "startedAt" : "' else '", "expiresAt" : "' end, coalesce(p_expires, p_now),
    '", ', '"sessionId" : ' || to_json(p_session_id) || ', ', '"taskId" : ' || to_json(p_task_id) || ', ', '"requestId" : ' || to_json(p_request_id) || ', ', p_rest)
$$;
