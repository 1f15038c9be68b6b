-- What an incident does at once, in the transaction that reports it. A critical one ends whatever step up is being asked for and goes to the lowest
-- level, everywhere; where levels do not move by themselves, the agent is frozen. The third minor one since the last step down within ninety days: one level less. The
-- caller holds the agent's row and writes the entry, where a freeze has stood as 'suspended' from the start: that word stays.
create function airlock.act_on_incident(p_report agents.trust_reports)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  reason constant text := format('%s incident: %s', initcap(p_report.severity), left(p_report.summary, 300));
  track record;
  begun int := 0;
  steps jsonb := '[]';
  step uuid;
begin
  if p_report.severity = 'critical' then
    perform airlock.drop_trust_proposals(p_report.agent_id, null, 'There was a critical incident meanwhile.');
  end if;
  if not airlock.earns_trust(p_report.agent_id) then
    if p_report.severity = 'critical' then
      update agents.agents set frozen_at = now(), frozen_reason = reason where id = p_report.agent_id and frozen_at is null;
      return jsonb_build_object('suspended', true);
    end if;
    return '{}';
  end if;
  if p_report.severity = 'critical' then
    -- One that was not put where the strategy starts yet would be put there after this, as if nothing had happened.
    begun := airlock.begin_trust(p_report.agent_id);
  end if;
  for track in
    select t.category, t.level, t.reset_at from agents.agent_trust t
    where t.agent_id = p_report.agent_id and t.level <> 'sandboxed'
      and (p_report.severity = 'critical' or p_report.category = 'all' or t.category in ('all', p_report.category))
    order by t.category
  loop
    if p_report.severity = 'critical' then
      step := airlock.lower_trust(p_report.agent_id, track.category, 'sandboxed', 'critical_incident', reason, jsonb_build_object('report', p_report.id));
    elsif (select count(*) from agents.trust_reports r
      where r.agent_id = p_report.agent_id and r.severity = 'minor' and r.at > now() - interval '90 days' and r.at > coalesce(track.reset_at, '-infinity')
        and (track.category = 'all' or r.category in ('all', track.category))) >= 3
    then
      step := airlock.lower_trust(p_report.agent_id, track.category, levels[array_position(levels, track.level) - 1], 'minor_incidents',
        'Three minor incidents since its last step: ' || reason, jsonb_build_object('report', p_report.id));
    else
      step := null;
    end if;
    if step is not null then
      steps := steps || to_jsonb(step);
    end if;
  end loop;
  return jsonb_build_object('steps', steps) || case when begun > 0 then jsonb_build_object('started', begun) else '{}' end;
end
$$;
