-- The code that a denial is sent with: the widest of its reasons.
create function airlock.denial_code(p_lines jsonb)
returns text language sql stable
as $$
  select coalesce((
    select case
      when line ->> 'rule' like 'kill.%' then 'stopped'
      when line ->> 'rule' = 'agent.frozen' then 'agent_frozen'
      when line ->> 'rule' = 'gate.path' then 'path_refused'
      when line ->> 'rule' = 'gate.host' then 'host_refused'
      when line ->> 'rule' like 'constraint.%' then 'constraint_refused'
      when line ->> 'rule' like 'rule.%' then 'rule_refused'
      when line ->> 'rule' = 'cap.open' then 'refused_by_cap'
      else 'access_refused' end
    from jsonb_array_elements(p_lines) line
    where line ->> 'concluded' = 'deny'
    order by array_position(array['kill', 'agent', 'gate', 'rule', 'constraint'], split_part(line ->> 'rule', '.', 1)), line ->> 'rule' desc
    limit 1), 'access_refused')
$$;
