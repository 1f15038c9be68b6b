-- How often an agent has done what a word for actions means, in a session or a task, counted no further than asked for; those without one share one. The
-- calls of all tools that do such things and the actions that are no tool's count together: otherwise another tool of the same kind would
-- be as many times more. Counted as calls are (airlock.calls_made): what was denied or rejected does not count. Each tool and each type is looked up
-- apart, up to what is asked for: together they would be sought in all that the agent ever did.
create function airlock.made_together(p_agent uuid, p_word text, p_per text, p_session_id text, p_task_id text, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
-- By the indexes, whatever the tables were when it was planned.
set enable_seqscan = off
as $$
  select count(*)::int from (
    select from unnest(airlock.tools_meant('action', p_word)) meant (id) cross join lateral (
      select from airlock.calls_in(p_agent, meant.id, p_per, p_session_id, p_task_id) i
      where i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
      limit p_most) made
    union all
    select from unnest(airlock.types_meant(p_word)) meant (type) cross join lateral (
      select from airlock.actions_in(p_agent, meant.type, p_per, p_session_id, p_task_id) a
      where a.status not in ('denied', 'rejected') and a.id is distinct from p_except
      limit p_most) made
    limit p_most
  ) made
$$;
