-- A line of a decision trace (airlock.trace_line) that says the same of every call. Immutable, so that it is made when a statement
-- is planned and not whenever it runs.
create function airlock.fixed_line(p_rule text, p_concluded text, p_people int, p_saw text, p_sentence text)
returns jsonb language sql immutable
as $$
  select airlock.trace_line(p_rule, p_concluded, p_people, p_saw, p_sentence)
$$;
