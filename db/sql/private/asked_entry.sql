-- What the audit log says of an asked call after the digests of its input and of what an approval is bound to: the rest of a JSON object.
create function airlock.asked_entry(p_call agents.tool_invocations, p_terms airlock.call_terms, p_lines jsonb)
returns text language sql stable
as $$
  select substr(json_build_object('tool', p_terms.tool_name, 'definitionHash', p_terms.definition_hash, 'status', p_call.status, 'tier', p_call.tier,
    'requiredApprovals', p_call.required_approvals, 'policyVersion', p_call.policy_version, 'bypassedBy', p_call.bypassed_by,
    'ruleId', p_call.rule_id, 'errorCode', p_call.error_code,
    'rules', case when p_terms.audit_detail = 'rules' then airlock.rules_in(p_lines) end,
    'reported', case when not p_terms.enforce_tool_policies then airlock.reports_in(p_lines) end)::text, 2)
$$;
