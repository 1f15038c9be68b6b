-- Whether this very call waits already: then asking again folds into its card.
create function airlock.is_open_card(p_agent uuid, p_digest text)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from agents.approvals a where a.agent_id = p_agent and a.digest = p_digest and a.status = 'pending')
$$;
