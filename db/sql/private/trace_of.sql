-- Why a call was decided as it was: the verdict, and the lines that led to it.
create function airlock.trace_of(p_policy_version int, p_tier text, p_verdict jsonb, p_lines jsonb)
returns jsonb language sql stable
as $$
  select jsonb_build_object('version', 1, 'policyVersion', p_policy_version, 'verdict', p_verdict, 'tier', p_tier, 'lines', p_lines)
$$;
