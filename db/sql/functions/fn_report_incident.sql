-- A reviewer or admin puts an incident on record; it acts in the same transaction (airlock.act_on_incident). Anybody may report on
-- their own agent: it can only take away.
create function agents.fn_report_incident(p_session text, p_agent uuid, p_category text, p_severity text, p_summary text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  report agents.trust_reports;
  acted jsonb;
begin
  perform airlock.check_reason(p_summary, 'Say what happened; it stays in the agent''s history.');
  if coalesce(p_severity, '') not in ('minor', 'critical') or coalesce(p_category, '') not in ('all', 'file_system', 'code_execution', 'version_control',
    'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')
  then
    perform airlock.refuse('AL026', 'An incident is minor or critical, in a category or in all.');
  end if;
  perform from agents.agents a where a.id = p_agent for update;
  if not found then
    perform airlock.refuse('AL028', 'There is no such agent.');
  end if;
  insert into agents.trust_reports (id, agent_id, kind, person_id, category, severity, summary, counted, at)
  values (airlock.new_id(), p_agent, 'incident', person.id, p_category, p_severity, p_summary, '[]', now()) returning * into report;
  acted := airlock.act_on_incident(report);
  perform airlock.note_evidence(array[p_agent]);
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'trust.incident', 'agent:' || p_agent,
    jsonb_build_object('report', report.id, 'category', p_category, 'severity', p_severity, 'summary', p_summary, 'acted', acted));
  return jsonb_build_object('id', report.id) || acted;
end
$$;
