-- Whether a standing rule answers for an input (airlock.rule_mismatch).
create function airlock.rule_matches(p_pattern jsonb, p_input jsonb)
returns boolean language sql immutable
as $$
  select airlock.rule_mismatch(p_pattern, p_input) is null
$$;
