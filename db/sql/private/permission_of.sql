-- Whether the policy names this tool for the agent: a denial beats an allowance; else its level decides.
create function airlock.permission_of(p_terms airlock.call_terms)
returns text language sql immutable
as $$
  select case when p_terms.tool_name = any (p_terms.denied_tools) then 'denied' when p_terms.tool_name = any (p_terms.allowed_tools) then 'allowed' else 'by_level' end
$$;
