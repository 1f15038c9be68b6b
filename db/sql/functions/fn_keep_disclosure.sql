-- Writes down what an agent has loaded in a session, if it is still what the change was made from; says whether. It is about what a model is
-- shown and gives no right, so nothing of it is in the log. An agent keeps its last hundred sessions.
create function agents.fn_keep_disclosure(p_key text, p_session text, p_revision integer, p_loaded jsonb)
returns boolean language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
  kept integer;
begin
  if coalesce(length(p_session), 0) not between 1 and 200 or p_revision is null or p_revision not between 0 and 2000000000
    or jsonb_typeof(p_loaded) is distinct from 'array' then
    perform airlock.refuse('AL026', 'A session has a name of 1 to 200 characters, a revision and a list.');
  end if;
  if jsonb_array_length(p_loaded) > 200 or octet_length(p_loaded::text) > 40000 then
    perform airlock.refuse('AL026', 'A session keeps at most 200 tools loaded.');
  end if;
  if p_revision = 0 then
    insert into agents.disclosure_sessions (agent_id, session, revision, loaded, changed_at)
    values (asking_key.agent_id, p_session, 1, p_loaded, clock_timestamp()) on conflict do nothing returning revision into kept;
    delete from agents.disclosure_sessions s where s.agent_id = asking_key.agent_id and s.session in (
      select o.session from agents.disclosure_sessions o where o.agent_id = asking_key.agent_id order by o.changed_at desc, o.session offset 100);
  else
    update agents.disclosure_sessions s set revision = s.revision + 1, loaded = p_loaded, changed_at = clock_timestamp()
    where s.agent_id = asking_key.agent_id and s.session = p_session and s.revision = p_revision returning s.revision into kept;
  end if;
  return kept is not null;
end
$$;
