-- An agent says that a session of its is over: the sandboxes that dispatchers keep for its next calls end. What is under way goes on; what waits
-- still waits. Said twice, it is said twice.
create function agents.fn_end_session(p_key text, p_session_id text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
begin
  if coalesce(length(p_session_id), 0) not between 1 and 200 then
    perform airlock.refuse('AL026', 'A session is named by 1 to 200 characters.');
  end if;
  perform airlock.end_sandboxes(asking_key.agent_id);
  perform audit.append('agent:' || asking_key.agent_id, 'session.ended', 'agent:' || asking_key.agent_id, jsonb_build_object('session', p_session_id));
  return jsonb_build_object('sessionId', p_session_id, 'endedAt', airlock.stamp(now()));
end
$$;
