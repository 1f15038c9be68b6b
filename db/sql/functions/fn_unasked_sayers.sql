-- Who has a say before this waiting call is decided and could not be asked about another input, so that a page offers nobody an edit which saving
-- refuses; null where it is nobody. It tells what the page could read of the call and the policy.
create function agents.fn_unasked_sayers(p_session text, p_invocation uuid)
returns text language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.person_with_role(p_session, 'operator', 'reviewer');
  return (
    select airlock.unasked_sayers(t.name, n, '[]')
    from agents.tool_invocations i
    join agents.tools_registry t on t.id = i.tool_id
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    where i.id = p_invocation and i.status = 'pending');
end
$$;
