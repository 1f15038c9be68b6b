-- How many actions that a word means (null: any) an agent has asked about in the last while, counted no further than asked for; null where nobody asks.
create function airlock.actions_within(p_agent uuid, p_word text, p_window interval, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_most is not null then (
    select count(*)::int from (
      select from agents.actions a
      where a.agent_id = p_agent and a.id >= airlock.first_id_of(now() - p_window) and a.asked_at > now() - p_window and a.status not in ('denied', 'rejected')
        and a.id is distinct from p_except
        and (p_word is null or p_word = any (airlock.words_for(a.action_type, airlock.category_of_action(a.action_type))))
      limit p_most) made) end
$$;
