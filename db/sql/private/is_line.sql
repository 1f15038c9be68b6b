-- Whether a trace line that a caller brings is what pages can show: short, and of the three words that only narrow. The process
-- that brings it is the exposed one, and people read it when they decide.
create function airlock.is_line(p_line jsonb)
returns boolean language sql immutable
as $$
  select jsonb_typeof(p_line) = 'object'
    -- What is missing is an error there, and that is null.
    and coalesce(p_line @@ 'strict ($.concluded == "pass" || $.concluded == "hold" || $.concluded == "deny") && $.stage == "check"
      && $.rule.type() == "string" && $.saw.type() == "string" && $.sentence.type() == "string"', false)
    and length(p_line ->> 'rule') <= 120 and length(p_line ->> 'saw') <= 400 and length(p_line ->> 'sentence') <= 400
    and (p_line ->> 'concluded' = 'hold') = coalesce(p_line -> 'people' in ('1', '2'), false)
    and p_line - array['rule', 'stage', 'concluded', 'people', 'saw', 'sentence'] = '{}'
$$;
