-- An agent's runtime says how one of its tasks ended: {result: completed | failed | abandoned, difficulty?: 1–5, quality?: 0–10,
-- incident?: {severity: minor | critical, summary}}. Once a task: the same report again gets the same answer, another one is a
-- conflict. It is the agent's own word and marked as that; it counts only where completed calls of the task bear it out, and never
-- promotes alone. An incident acts in this transaction, also one that is told with the same outcome later: it can only take away.
-- `counted`: the categories in which it does.
create function agents.fn_report_task_outcome(p_key text, p_task text, p_report jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  reporting_key agents.agent_keys := airlock.key_of_agent(p_key);
  -- As its calls name it, blanks and all.
  task text := p_task;
  said jsonb := coalesce(p_report, 'null');
  quality numeric;
  report agents.trust_reports;
  incident agents.trust_reports;
  acted jsonb := '{}';
  replayed boolean;
  answer jsonb;
begin
  if coalesce(length(task), 0) not between 1 and 200 then
    perform airlock.refuse('AL026', 'A task is named by 1 to 200 characters.');
  end if;
  if airlock.is_outcome(said) is not true then
    perform airlock.refuse('AL026', 'An outcome has a result (completed, failed or abandoned), and may have a difficulty from 1 to 5, a quality '
      'from 0 to 10, and an incident with a severity (minor or critical) and a summary.');
  end if;
  quality := round((said ->> 'quality')::numeric, 2);
  perform from agents.agents a where a.id = reporting_key.agent_id for update;
  select r.* into report from agents.trust_reports r where r.agent_id = reporting_key.agent_id and r.kind = 'task' and r.task_id = task;
  replayed := report.id is not null;
  if replayed and (report.result, report.difficulty::text, report.quality) is distinct from (said ->> 'result', said ->> 'difficulty', quality) then
    perform airlock.refuse('AL024', 'The outcome of this task was reported before, and was another.', jsonb_build_object('id', report.id));
  end if;
  answer := jsonb_build_object('task', task, 'replayed', replayed);
  if replayed and (not said ? 'incident' or exists (
    select from agents.trust_reports r where r.agent_id = reporting_key.agent_id and r.kind = 'incident' and r.task_id = task
      and (r.severity, r.summary) = (said #>> '{incident,severity}', said #>> '{incident,summary}')))
  then
    return answer || jsonb_build_object('id', report.id, 'counted', airlock.categories_in(report.counted));
  end if;
  if not replayed then
    insert into agents.trust_reports (id, agent_id, kind, agent_key_id, task_id, category, result, difficulty, quality, counted, at)
    values (airlock.new_id(), reporting_key.agent_id, 'task', reporting_key.id, task, 'all', said ->> 'result', (said ->> 'difficulty')::int,
      quality, airlock.count_report(reporting_key.agent_id, task, null, said ->> 'result', (said ->> 'difficulty')::int, quality, false), now())
    returning * into report;
  end if;
  if said ? 'incident' then
    insert into agents.trust_reports (id, agent_id, kind, agent_key_id, task_id, category, severity, summary, counted, at)
    values (airlock.new_id(), reporting_key.agent_id, 'incident', reporting_key.id, task, 'all', said #>> '{incident,severity}',
      said #>> '{incident,summary}', '[]', now())
    returning * into incident;
    acted := airlock.act_on_incident(incident);
    perform airlock.note_evidence(array[reporting_key.agent_id]);
  end if;
  perform audit.append('agent:' || report.agent_id, 'trust.task_reported', 'agent:' || report.agent_id, jsonb_strip_nulls(jsonb_build_object(
    'report', report.id, 'task', task, 'result', report.result, 'difficulty', report.difficulty, 'quality', report.quality,
    'counted', airlock.categories_in(report.counted), 'incident', incident.id, 'severity', incident.severity, 'acted', acted)));
  perform airlock.end_sandboxes(reporting_key.agent_id, task);
  return answer || jsonb_build_object('id', report.id, 'counted', airlock.categories_in(report.counted));
end
$$;
