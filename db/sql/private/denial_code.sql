-- The code that a denial is sent with: the first of this list that a denying rule stands for.
create function airlock.denial_code(p_lines jsonb)
returns text language sql stable
as $$
  select coalesce((
    select c.code
    from (values (1, 'kill.', 'stopped'), (2, 'agent.frozen', 'agent_frozen'), (3, 'gate.path', 'path_refused'), (4, 'gate.host', 'host_refused'), (5, 'hook.', 'hook_refused'), (6, 'rule.', 'rule_refused'), (7, 'constraint.', 'constraint_refused'), (8, 'profile.max_invocations', 'constraint_refused'), (9, 'profile.only_after', 'constraint_refused'), (10, 'budget.', 'budget_refused'), (11, 'cap.open', 'refused_by_cap')) c (place, beginning, code)
    where exists (select from jsonb_array_elements(p_lines) line where line ->> 'concluded' = 'deny' and starts_with(line ->> 'rule', c.beginning))
    order by c.place limit 1), 'access_refused')
$$;
