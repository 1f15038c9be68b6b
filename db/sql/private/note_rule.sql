-- The audit entry of a rule that was made.
create function airlock.note_rule(p_rule agents.standing_rules)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select audit.append('person:' || p_rule.made_by, 'rule.made', 'rule:' || p_rule.id, jsonb_build_object(
    'effect', p_rule.effect, 'toolVersion', p_rule.tool_version_id, 'agent', p_rule.agent_id, 'pattern', p_rule.pattern,
    'madeFrom', p_rule.made_from, 'maxUses', p_rule.max_uses, 'expiresAt', p_rule.expires_at, 'reason', p_rule.reason))
$$;
