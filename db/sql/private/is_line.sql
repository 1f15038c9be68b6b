-- Whether a trace line that a caller brings is what pages can show: short, and of the three words that only narrow. The process
-- that brings it is the exposed one, and people read it when they decide.
create function airlock.is_line(p_line jsonb)
returns boolean language sql immutable
as $$
  select jsonb_typeof(p_line) = 'object'
    and coalesce(p_line ->> 'concluded', '') in ('pass', 'hold', 'deny')
    and coalesce(p_line ->> 'stage', '') = 'check'
    and coalesce(jsonb_typeof(p_line -> 'rule'), '') = 'string' and length(p_line ->> 'rule') <= 120
    and coalesce(jsonb_typeof(p_line -> 'saw'), '') = 'string' and length(p_line ->> 'saw') <= 400
    and coalesce(jsonb_typeof(p_line -> 'sentence'), '') = 'string' and length(p_line ->> 'sentence') <= 400
    and (p_line ->> 'concluded' = 'hold') = coalesce(p_line -> 'people' in ('1', '2'), false)
    and p_line - array['rule', 'stage', 'concluded', 'people', 'saw', 'sentence'] = '{}'
$$;
