-- Which parts of a trust section are not written as one, or null. That a step to elevated or in deployment takes a person, and that nobody starts as elevated, is
-- refused here too, though no such section could have its way: the guards of the levels say the same.
create function airlock.flaw_of_trust(p_at text, p_section jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  level constant jsonb := '["sandboxed", "restricted", "standard", "elevated"]';
  criterion constant jsonb := '{"tasks_completed": "number", "quality_score_min": "number", "score": "number", "time_active_days": "number", "clean_history_days": "number",
    "auto_promote": "boolean", "requires_human_approval": "boolean"}';
  categories constant text[] := array['file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics',
    'deployment', 'memory', 'mcp'];
  allowed constant text[] := case p_section ->> 'strategy'
    when 'disabled' then array['initial_level'] when 'weighted' then array['initial_level', 'weights', 'promotion_thresholds', 're_verification']
    when 'per_category' then array['initial_levels', 'promotion_criteria', 're_verification'] when 'milestone' then array['initial_level', 'milestones', 're_verification'] end;
  bad text;
begin
  if jsonb_typeof(p_section) is distinct from 'object' or allowed is null then
    return p_at || '.strategy';
  end if;
  bad := coalesce(airlock.misfits(p_at, p_section, jsonb_build_object('strategy', '["disabled", "weighted", "per_category", "milestone"]'::jsonb, 'initial_level', level,
      'initial_levels', 'object', 'weights', 'object', 'promotion_thresholds', 'object', 'promotion_criteria', 'object', 'milestones', 'object', 're_verification', 'object')),
    (select string_agg(p_at || '.' || left(k, 60), ', ') from jsonb_object_keys(p_section) k where k <> 'strategy' and k <> all (allowed)));
  if bad is not null then
    return bad;
  end if;
  select string_agg(m.misfit, ', ') into bad from (
    select airlock.misfits(p_at || '.weights', p_section -> 'weights', '{"task_difficulty": "number", "completion_rate": "number", "error_rate": "number",
      "human_feedback": "number", "time_active": "number"}') as misfit where p_section ? 'weights'
    union all
    select airlock.misfits(p_at || '.re_verification', p_section -> 're_verification', '{"enabled": "boolean", "interval_days": "number", "decay_on_idle_days": "number",
      "decay_on_error_rate": "number"}') where p_section ? 're_verification'
    union all
    select p_at || '.initial_levels.' || left(l.key, 60) from jsonb_each(p_section -> 'initial_levels') l
    where l.key <> all (categories) or not level @> l.value or l.value = '"elevated"'
    union all
    -- A time that long is none to the server, and whoever is looked at then would keep everybody from being.
    select p_at where jsonb_path_exists(p_section, 'strict $.** ? (@.type() == "number" && (@ < 0 || @ > 100000))')
    union all
    select p_at || '.re_verification.interval_days' where jsonb_path_exists(p_section, '$.re_verification.interval_days ? (@ < 1)')
    union all
    select p_at || '.initial_level' where p_section ->> 'strategy' <> 'disabled' and p_section ->> 'initial_level' = 'elevated'
    union all
    select s.at || '.' || left(s.key, 60) from (
      select p_at || '.promotion_thresholds' as at, t.key, case when jsonb_typeof(t.value) = 'number' then jsonb_build_object('score', t.value) else t.value end as value, 'all' as category
      from jsonb_each(p_section -> 'promotion_thresholds') t
      union all
      select p_at || '.milestones', t.key, t.value, 'all' from jsonb_each(p_section -> 'milestones') t
      union all
      select p_at || '.promotion_criteria.' || left(c.key, 60), coalesce(t.key, c.key), t.value, c.key from jsonb_each(p_section -> 'promotion_criteria') c
      left join lateral jsonb_each(case when jsonb_typeof(c.value) = 'object' and c.key = any (categories) then c.value else '{"?": 0}' end) t on true
    ) s
    where s.value is not null and (s.key not in ('sandboxed_to_restricted', 'restricted_to_standard', 'standard_to_elevated')
      or airlock.misfits(s.at, s.value, criterion) is not null
      or ((s.key = 'standard_to_elevated' or s.category = 'deployment')
        and (s.value -> 'auto_promote' = 'true' or s.value -> 'requires_human_approval' = 'false')))
  ) m;
  return bad;
end
$$;
