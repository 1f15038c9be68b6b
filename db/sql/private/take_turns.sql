-- Lets the calls of one agent to one tool in one session be decided one after the other, where how many there were decides.
-- The lock's name is one that only this database knows, so that no login can hold it.
create function airlock.take_turns(p_agent uuid, p_tool uuid, p_session_id text)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended(encode(sha256(
    coalesce((select n.salt_key from agents.installation n), '') || convert_to(concat_ws('/', p_agent, p_tool, p_session_id), 'UTF8')), 'hex'), 0))
$$;
