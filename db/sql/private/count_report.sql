-- Adds a report to the evidence, where calls of the agent bear it out, and says where: on the day the work was done, not on the day of the
-- report, or a report that was held back would bring old work past a step down. Difficulty as it is said can only make less of what the calls show; a
-- quality that the agent gives itself is kept apart from one that a person gives.
create function airlock.count_report(p_agent uuid, p_task text, p_invocation uuid, p_result text, p_difficulty int, p_quality numeric, p_judged boolean)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  counted jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('category', c.category, 'version', c.tool_version_id, 'doneAt', c.done_at,
    'difficulty', case when p_judged then coalesce(p_difficulty, c.difficulty) else least(p_difficulty, c.difficulty) end) order by c.category), '[]')
  into counted from airlock.calls_of_task(p_agent, p_task, p_invocation) c;
  insert into agents.trust_tallies as t (agent_id, category, tool_version_id, stretch, difficulty, approved, rejected, tasks_done, tasks_failed,
    said_count, said_sum, said_squares, judged_count, judged_sum, judged_squares)
  select p_agent, c ->> 'category', (c ->> 'version')::uuid, airlock.stretch_of(p_agent, c ->> 'category', (c ->> 'doneAt')::timestamptz), (c ->> 'difficulty')::int,
    -- As a verdict it counts in its categories; what is trusted as a whole adds those up.
    (p_judged and q >= 5 and c ->> 'category' <> 'all')::int, (p_judged and q < 5 and c ->> 'category' <> 'all')::int,
    (coalesce(p_result, '') = 'completed')::int, (coalesce(p_result, '') = 'failed')::int,
    (q is not null and not p_judged)::int, case when p_judged then 0 else coalesce(q, 0) end, case when p_judged then 0 else coalesce(q * q, 0) end,
    (q is not null and p_judged)::int, case when p_judged then coalesce(q, 0) else 0 end, case when p_judged then coalesce(q * q, 0) else 0 end
  from jsonb_array_elements(counted) c, (select p_quality) said (q)
  on conflict (agent_id, stretch, category, tool_version_id, difficulty) do update set
    approved = t.approved + excluded.approved, rejected = t.rejected + excluded.rejected,
    tasks_done = t.tasks_done + excluded.tasks_done, tasks_failed = t.tasks_failed + excluded.tasks_failed,
    said_count = t.said_count + excluded.said_count, said_sum = t.said_sum + excluded.said_sum, said_squares = t.said_squares + excluded.said_squares,
    judged_count = t.judged_count + excluded.judged_count, judged_sum = t.judged_sum + excluded.judged_sum,
    judged_squares = t.judged_squares + excluded.judged_squares;
  perform airlock.note_evidence(array[p_agent]);
  return counted;
end
$$;
