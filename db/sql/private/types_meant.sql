-- The action types that a profile means by a word, looked up once where each action would have to be asked otherwise. Types are never taken away.
create function airlock.types_meant(p_word text)
returns text[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array(select t.name from agents.action_types t where p_word = any (airlock.words_for(t.name, airlock.category_of_action(t.name))))
$$;
