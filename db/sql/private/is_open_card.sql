-- Whether this very call waits already: then asking again folds into its card. Not in plain SQL, which would be prepared anew by every call.
create function airlock.is_open_card(p_agent uuid, p_digest text)
returns boolean language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select from agents.approvals a where a.agent_id = p_agent and a.digest = p_digest and a.status = 'pending');
end
$$;
