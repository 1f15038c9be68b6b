-- Whether a step up is for people to decide, by the invariants and by the section the agent earns by. A step that the section does not
-- name, where it names others, is one that nobody foresaw: then too.
create function airlock.step_takes_person(p_config jsonb, p_category text, p_step text)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select p_step = 'standard_to_elevated' or p_category = 'deployment' or coalesce(case p_config ->> 'strategy'
    when 'weighted' then case when p_config ? 'promotion_thresholds' then
      not p_config -> 'promotion_thresholds' ? p_step or p_config #> array['promotion_thresholds', p_step, 'requires_human_approval'] = 'true' else false end
    when 'per_category' then case when p_config ? 'promotion_criteria' then
      not coalesce(p_config #> array['promotion_criteria', p_category] ? p_step, false)
      or coalesce(p_config #> array['promotion_criteria', p_category, p_step, 'requires_human_approval'] = 'true', false)
      or coalesce(p_config #> array['promotion_criteria', p_category, p_step, 'auto_promote'] = 'false', false) else false end
    when 'milestone' then case when p_config ? 'milestones' then
      p_config #> array['milestones', p_step, 'auto_promote'] is distinct from 'true' else false end
    else true end, false)
$$;
