-- The database's own decision on a call: lines for every rule that had something to say. It depends on no caller: all of
-- it is read from the terms of the call. The verdict is the strictest line, so the order of the lines never matters. A call
-- that is decided again (`p_except`) does not count against itself.
-- One expression, so that PostgreSQL folds it into the statement that decides many calls at once.
create function airlock.decide_call(p_terms airlock.call_terms, p_session_id text, p_except uuid default null)
returns jsonb language sql volatile
as $$
  select
    case when p_terms.anything_stopped then airlock.kill_lines(p_terms.agent_id, p_terms.tool_id) else '[]' end
    || case when p_terms.frozen_at is not null then airlock.trace_line('agent.frozen', 'deny', null, 'frozen',
      'The agent is frozen: ' || left(coalesce(p_terms.frozen_reason, ''), 300)) else '[]' end
    || case
      when p_terms.safety_class = 'privileged' then
        airlock.fixed_line('safety.privileged', 'hold', 2, 'safety class privileged', 'Privileged tools take two distinct people.')
      when p_terms.safety_class = 'financial' then
        airlock.fixed_line('safety.financial', 'hold', 1, 'safety class financial', 'Financial tools take one person.')
      when p_terms.safety_class = 'write' then
        airlock.fixed_line('safety.write', 'hold', 1, 'safety class write', 'Tools that write take one person.')
      when p_terms.safety_class = 'network' and p_terms.network_mode is null then
        airlock.fixed_line('safety.network', 'deny', null, 'safety class network, no list', 'A network tool has to list the hosts it reaches.')
      when p_terms.safety_class = 'network' and p_terms.network_mode not in ('none', 'allowlist') then
        airlock.fixed_line('safety.network', 'hold', 1, 'safety class network, open', 'A network tool without a list of hosts takes one person.')
      else '[]' end
    -- A privileged tool has said so already; anything else gets there by its risk and what the scanner found.
    || case
      when p_terms.safety_class <> 'privileged' and airlock.tier_of(p_terms.risk, p_terms.safety_class, p_terms.alarmed) = 'dual' then
        airlock.fixed_line('tier.dual', 'hold', 2, 'tier dual', 'Calls of the highest tier take two distinct people.')
      else '[]' end
    || case when p_terms.constraints is not null then airlock.judge_constraints(p_terms, p_session_id, p_except) else '[]' end
    || case
      when p_terms.egress_class = 'write' then
        airlock.fixed_line('egress.write', 'hold', 1, 'egress class write', 'Write-class tools need one person.')
      when p_terms.requires_approval and p_terms.safety_class not in ('write', 'financial', 'privileged') then
        airlock.fixed_line('registry.requires_approval', 'hold', 1, 'requires_approval', 'The registry asks for a person.')
      when not p_terms.requires_approval then
        airlock.trace_line('registry.free', 'run', null,
          format('safety %s, egress %s', p_terms.safety_class, p_terms.egress_class), 'Tools of these classes are free to call.')
      else '[]' end
    || case when p_terms.profile_id is not null then airlock.judge_profile(p_terms) else '[]' end
    || case
      when p_terms.grants -> 'requires_approval' ?| array[p_terms.action_type, split_part(p_terms.action_type, ':', 1), p_terms.category] then
        airlock.trace_line('level.requires_approval', 'hold', 1, p_terms.acts_at || ': ' || p_terms.action_type,
          format('Agents at level %s need a person for %s.', p_terms.acts_at, p_terms.action_type))
      else '[]' end
$$;
