-- The lines on an action that is no tool's: what holds a call holds it, a profile's list frees it, and what nobody wrote anything about takes a person.
-- One that is decided again (`p_except`) does not count against itself.
create function airlock.decide_action(p_terms airlock.call_terms, p_session_id text, p_task_id text, p_except uuid default null)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines constant jsonb := airlock.decide_call(p_terms, p_session_id, p_task_id, p_except);
  asked constant text := p_terms.action_type;
begin
  if lines <> '[]' then
    return lines;
  end if;
  return jsonb_build_array(case when exists (
      select from agents.profiles h where h.id = any (p_terms.profile_ids) and h.auto_approve && airlock.words_for(asked, p_terms.category))
    then airlock.trace_line('profile.auto_approve', 'run', null, asked, format('A profile of this agent lists %s among what goes on by itself.', asked))
    else airlock.trace_line('action.unlisted', 'hold', 1, asked, format('No profile of this agent lets %s go on by itself.', asked)) end);
end
$$;
