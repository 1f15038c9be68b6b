-- The tier of a call: the larger of declared risk and class, one higher when something about it raises an alarm.
create function airlock.tier_of(p_risk text, p_safety_class text, p_raised boolean)
returns text language sql immutable
as $$
  select (array['low', 'medium', 'high', 'dual'])[least(4, greatest(
    case p_risk when 'high' then 3 when 'medium' then 2 else 1 end,
    case p_safety_class when 'read' then 1 when 'write' then 2 when 'network' then 2 when 'financial' then 3 else 4 end
  ) + case when p_raised then 1 else 0 end)]
$$;
