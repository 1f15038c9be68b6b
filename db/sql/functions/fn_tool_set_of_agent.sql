-- One line that is another one when the tools change that an agent may use, or what it has loaded in a session: so that who listens can be told
-- without reading every contract.
create function agents.fn_tool_set_of_agent(p_key text, p_session text)
returns text language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
begin
  return (
    select md5(coalesce(string_agg(c.tool_name || ' ' || c.definition_hash, ' ' order by c.tool_name), '')) || ' '
      || coalesce((select s.revision from agents.disclosure_sessions s where s.agent_id = asking_key.agent_id and s.session = p_session), 0)
    from airlock.call_terms c
    where c.agent_id = asking_key.agent_id and c.tool_state = 'active' and c.version_state = 'approved' and airlock.permits(c));
end
$$;
