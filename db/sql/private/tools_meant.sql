-- The tools that a profile means by a name or by an action; null where it means all.
create function airlock.tools_meant(p_subject_kind text, p_subject text)
returns uuid[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_subject is not null then array(
    select t.id from agents.tools_registry t
    where case p_subject_kind when 'tool' then t.name = p_subject else p_subject = any (airlock.words_for(t.action_type, t.category)) end) end
$$;
