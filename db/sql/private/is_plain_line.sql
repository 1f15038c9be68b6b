-- Whether a trace line that a caller brings is short, adds nothing to what is decided without it, and is one (airlock.is_line): a question that costs a third
-- of that one, for most of what comes. No text in it is longer than it is itself.
create function airlock.is_plain_line(p_line jsonb)
returns boolean language sql stable
as $$
  select pg_column_size(p_line) <= 400
    -- What is missing is an error there, and that is null: what follows is asked only of an object.
    and coalesce(p_line @@ 'strict $.concluded == "pass" && $.stage == "check" && $.rule.type() == "string" && $.rule != "argument.alarm"
      && $.saw.type() == "string" && $.sentence.type() == "string"', false)
    and length(p_line ->> 'rule') <= 120 and p_line - array['rule', 'stage', 'concluded', 'saw', 'sentence'] = '{}'
$$;
