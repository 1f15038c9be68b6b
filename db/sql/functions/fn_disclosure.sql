-- What an agent has loaded in a session, and how much it may. A session nobody wrote down has nothing loaded and revision 0.
create function agents.fn_disclosure(p_key text, p_session text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
  kept agents.disclosure_sessions;
begin
  select s.* into kept from agents.disclosure_sessions s where s.agent_id = asking_key.agent_id and s.session = p_session;
  return jsonb_build_object('revision', coalesce(kept.revision, 0), 'loaded', coalesce(kept.loaded, '[]'),
    'terms', jsonb_build_object(
      'l1_token_budget', airlock.setting('l1_token_budget'), 'l2_token_budget', airlock.setting('l2_token_budget'),
      'auto_unload_on_budget_pressure', airlock.setting('auto_unload_on_budget_pressure') = 1,
      'unload_threshold_percent', airlock.setting('unload_threshold_percent'),
      'disclosure_above_tools', airlock.setting('disclosure_above_tools')));
end
$$;
