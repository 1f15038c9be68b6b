-- One step that an evaluator found due. Down it is taken; up it is taken or asked about, and only if the floors hold by what is on record here. A step
-- from where the agent no longer is, or one that is asked about already or was refused within a week, is left. The caller holds the agent's row.
create function airlock.take_trust_move(p_agent agents.agents, p_move jsonb)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  config constant jsonb := coalesce(p_agent.trust_config, (select f.config from agents.trust_in_force f where f.one = 1));
  track agents.agent_trust;
  target int := array_position(levels, p_move ->> 'to');
  step uuid;
  asks boolean;
  ceiling int := case when p_agent.custom_grants is null then array_position(levels, p_agent.access_level) else 4 end;
  words constant text := left(coalesce(p_move ->> 'reason', ''), 2000);
begin
  select t.* into track from agents.agent_trust t where t.agent_id = p_agent.id and t.category = p_move ->> 'category' for update;
  if track.agent_id is null or target is null or track.level is distinct from p_move ->> 'from' or coalesce(config ->> 'strategy', 'disabled') = 'disabled'
    or not exists (select from airlock.trust_starts(config) s where s.category = track.category)
  then
    return null;
  end if;
  if target < array_position(levels, track.level) then
    if coalesce(p_move ->> 'kind', '') not in ('idle', 'error_rate', 're_verification', 'minor_incidents', 'critical_incident') then
      return null;
    end if;
    step := airlock.lower_trust(p_agent.id, track.category, levels[target], p_move ->> 'kind', words, coalesce(p_move -> 'evidence', '{}'));
    return jsonb_build_object('change', step, 'category', track.category, 'from', track.level, 'to', levels[target], 'kind', p_move ->> 'kind', 'status', 'applied');
  end if;
  asks := airlock.step_takes_person(config, track.category, track.level || '_to_' || levels[target]) or target > ceiling;
  if target <> array_position(levels, track.level) + 1 or airlock.flaw_of_rise(track, case when not asks and levels[target] = 'standard' then 2 else 1 end) is not null
    or exists (
      select from agents.trust_changes c where c.agent_id = p_agent.id and c.category = track.category and (
        c.state = 'proposed' or (c.state = 'rejected' and c.to_level = levels[target] and c.decided_at > now() - interval '7 days')))
  then
    return null;
  end if;
  -- Nobody is asked about what would change nothing.
  if asks and airlock.is_held_lower(p_agent.id, track.category, levels[target]) then
    return null;
  end if;
  step := airlock.new_id();
  insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, proposed_by, reason, evidence, created_at, kind, ceiling_to)
  values (step, p_agent.id, track.category, track.level, levels[target], 'proposed', null, words, coalesce(p_move -> 'evidence', '{}'), now(), 'earned',
    case when target > ceiling then levels[target] end);
  if asks then
    perform airlock.ask_for_trust(step);
  else
    perform airlock.apply_trust_change(step);
  end if;
  return jsonb_build_object('change', step, 'category', track.category, 'from', track.level, 'to', levels[target], 'kind', 'earned',
    'status', case when asks then 'proposed' else 'applied' end);
end
$$;
