-- The agents whose trust is to be looked at: something new is known of them, or a time came at which something could change. With all that a judgement
-- rests on; the section everybody earns by comes once, and with it the time: an evaluator whose clock is wrong would call everybody idle. An evaluator reads this, works out where they stand, and records it.
create function agents.fn_due_trust(p_limit int default 200)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  due uuid[];
begin
  if coalesce(p_limit, 0) not between 1 and 2000 then
    perform airlock.refuse('AL026', 'At most 2,000 agents are looked at together.');
  end if;
  -- Agents that were never looked at have nothing yet that could be due.
  insert into agents.trust_standings (agent_id, seen)
  select g.id, 1 from agents.agents g where not exists (select from agents.trust_standings s where s.agent_id = g.id) order by g.id limit p_limit
  on conflict do nothing;
  due := array(
    (select s.agent_id from agents.trust_standings s where s.seen <> s.evaluated order by s.agent_id limit p_limit)
    union
    (select s.agent_id from agents.trust_standings s where s.look_again_at <= now() order by s.look_again_at limit p_limit)
    limit p_limit);
  return jsonb_build_object('now', airlock.epoch_ms(now()), 'config', (select f.config from agents.trust_in_force f where f.one = 1), 'agents', coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'agent', g.id, 'seen', s.seen, 'config', g.trust_config, 'ceiling', case when g.custom_grants is null then g.access_level end,
      'since', airlock.epoch_ms(g.created_at), 'tracks', t.tracks, 'tallies', e.tallies, 'lastSuccess', e.last_success, 'incidents', i.incidents)))
    from agents.agents g join agents.trust_standings s on s.agent_id = g.id
    left join lateral (
      select jsonb_agg(jsonb_build_object('category', a.category, 'level', a.level, 'since', airlock.epoch_ms(a.since), 'resetAt', airlock.epoch_ms(a.reset_at),
        'verifiedAt', airlock.epoch_ms(a.verified_at), 'frozen', a.frozen_reason)) as tracks
      from agents.agent_trust a where a.agent_id = g.id
    ) t on true
    left join lateral (
      select jsonb_agg(jsonb_build_array(y.category, exists (select from agents.tools_registry p where p.pinned_version_id = y.tool_version_id),
          airlock.epoch_ms(y.stretch), y.difficulty, y.completed, y.failed, y.denied, y.approved, y.rejected, y.findings, y.tasks_done, y.tasks_failed,
          y.said_count, y.said_sum, y.said_squares, y.judged_count, y.judged_sum, y.judged_squares) order by y.stretch)
          filter (where y.stretch > now() - interval '98 days') as tallies,
        (select jsonb_object_agg(l.category, l.at) from (
          select m.category, airlock.epoch_ms(max(m.last_success_at)) as at from agents.trust_tallies m
          where m.agent_id = g.id and m.last_success_at is not null group by m.category) l) as last_success
      from agents.trust_tallies y where y.agent_id = g.id
    ) e on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('category', r.category, 'severity', r.severity, 'at', airlock.epoch_ms(r.at))) as incidents
      from agents.trust_reports r where r.agent_id = g.id and r.kind = 'incident' and r.at > now() - interval '90 days'
    ) i on true
    where g.id = any (due)), '[]'));
end
$$;
