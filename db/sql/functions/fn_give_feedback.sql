-- A person says how good an agent's work was, on a task or on a call of its: from 0 to 10, and how hard from 1 to 5. It counts where calls of
-- the agent bear it out, in place of what the agent says of itself, and as a verdict: five or more is a yes. Once a person and work; never by the agent's
-- owner. A yes of one person counts ten times in ninety days, a no always: a record that people speak for takes more than one of them. `full`: kept, and
-- not counted for that.
create function agents.fn_give_feedback(p_session text, p_agent uuid, p_task text, p_invocation uuid, p_quality numeric, p_difficulty int, p_note text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  -- As its calls name it, blanks and all: an agent whose tasks could not be named would not be judged.
  task text := nullif(p_task, '');
  quality numeric := round(p_quality, 2);
  praised boolean;
  report agents.trust_reports;
begin
  if (task is null) = (p_invocation is null) or length(task) > 200 or quality is null or quality not between 0 and 10 or p_difficulty not between 1 and 5
    or length(p_note) > 2000
  then
    perform airlock.refuse('AL026', 'Feedback is on a task or on a call, with a quality from 0 to 10 and, if you like, a difficulty from 1 to 5 and a note.');
  end if;
  if quality >= 5 then
    perform airlock.check_counts(person);
  end if;
  perform from agents.agents a where a.id = p_agent for update;
  if not found then
    perform airlock.refuse('AL028', 'There is no such agent.');
  end if;
  if exists (select from agents.agents a where a.id = p_agent and a.owner_id = person.id) then
    perform airlock.refuse('AL006', 'You own this agent: others judge its work.');
  end if;
  if not exists (select from airlock.calls_of_task(p_agent, task, p_invocation)) then
    perform airlock.refuse('AL028', 'This agent has no finished call of that task, or under that id.');
  end if;
  if exists (
    select from agents.trust_reports r where r.kind = 'feedback' and r.person_id = person.id and r.agent_id = p_agent
      and r.task_id is not distinct from task and r.invocation_id is not distinct from p_invocation)
  then
    perform airlock.refuse('AL030', 'You have judged this work already.');
  end if;
  praised := quality >= 5 and (
    select count(*) from agents.trust_reports r where r.kind = 'feedback' and r.person_id = person.id and r.agent_id = p_agent and r.quality >= 5
      and r.counted <> '[]' and r.at > now() - interval '90 days') >= 10;
  insert into agents.trust_reports (id, agent_id, kind, person_id, task_id, invocation_id, category, difficulty, quality, summary, counted, at)
  values (airlock.new_id(), p_agent, 'feedback', person.id, task, p_invocation, 'all', p_difficulty, quality, p_note,
    case when praised then '[]' else airlock.count_report(p_agent, task, p_invocation, null, p_difficulty, quality, true) end, now())
  returning * into report;
  perform audit.append('person:' || person.id, 'trust.feedback', 'agent:' || p_agent, jsonb_strip_nulls(jsonb_build_object('report', report.id, 'task', task,
    'invocation', p_invocation, 'quality', quality, 'difficulty', p_difficulty, 'counted', airlock.categories_in(report.counted))));
  return jsonb_build_object('id', report.id, 'counted', airlock.categories_in(report.counted), 'full', praised);
end
$$;
