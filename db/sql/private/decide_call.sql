-- The database's own decision on a call: lines for every rule that had something to say. It depends on no caller: all of
-- it is read from the terms of the call. The verdict is the strictest line, so the order of the lines never matters. A call
-- that is decided again (`p_except`) does not count against itself.
-- Step by step and not as one expression: of that PostgreSQL prepares every branch, of these only what is reached.
create function airlock.decide_call(p_terms airlock.call_terms, p_session_id text, p_except uuid default null)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb := '[]';
begin
  if p_terms.anything_stopped then
    lines := lines || airlock.kill_lines(p_terms.agent_id, p_terms.tool_id);
  end if;
  if p_terms.frozen_at is not null then
    lines := lines || airlock.trace_line('agent.frozen', 'deny', null, 'frozen',
      'The agent is frozen: ' || left(coalesce(p_terms.frozen_reason, ''), 300));
  end if;
  if p_terms.safety_class = 'privileged' then
    lines := lines || airlock.fixed_line('safety.privileged', 'hold', 2, 'safety class privileged', 'Privileged tools take two distinct people.');
  elsif p_terms.safety_class = 'financial' then
    lines := lines || airlock.fixed_line('safety.financial', 'hold', 1, 'safety class financial', 'Financial tools take one person.');
  elsif p_terms.safety_class = 'write' then
    lines := lines || airlock.fixed_line('safety.write', 'hold', 1, 'safety class write', 'Tools that write take one person.');
  elsif p_terms.safety_class = 'network' and p_terms.network_mode is null then
    lines := lines || airlock.fixed_line('safety.network', 'deny', null, 'safety class network, no list', 'A network tool has to list the hosts it reaches.');
  elsif p_terms.safety_class = 'network' and p_terms.network_mode not in ('none', 'allowlist') then
    lines := lines || airlock.fixed_line('safety.network', 'hold', 1, 'safety class network, open', 'A network tool without a list of hosts takes one person.');
  end if;
  -- A privileged tool has said so already; anything else gets there by its risk and what the scanner found.
  if p_terms.safety_class <> 'privileged' and airlock.tier_of(p_terms.risk, p_terms.safety_class, p_terms.alarmed) = 'dual' then
    lines := lines || airlock.fixed_line('tier.dual', 'hold', 2, 'tier dual', 'Calls of the highest tier take two distinct people.');
  end if;
  if p_terms.constraints is not null then
    lines := lines || airlock.judge_constraints(p_terms, p_session_id, p_except);
  end if;
  if p_terms.egress_class = 'write' then
    lines := lines || airlock.fixed_line('egress.write', 'hold', 1, 'egress class write', 'Write-class tools need one person.');
  elsif p_terms.requires_approval and p_terms.safety_class not in ('write', 'financial', 'privileged') then
    lines := lines || airlock.fixed_line('registry.requires_approval', 'hold', 1, 'requires_approval', 'The registry asks for a person.');
  elsif not p_terms.requires_approval then
    lines := lines || airlock.trace_line('registry.free', 'run', null,
      format('safety %s, egress %s', p_terms.safety_class, p_terms.egress_class), 'Tools of these classes are free to call.');
  end if;
  if p_terms.profile_id is not null then
    lines := lines || airlock.judge_profile(p_terms);
  end if;
  if p_terms.grants -> 'requires_approval' ?| array[p_terms.action_type, split_part(p_terms.action_type, ':', 1), p_terms.category] then
    lines := lines || airlock.trace_line('level.requires_approval', 'hold', 1, p_terms.acts_at || ': ' || p_terms.action_type,
      format('Agents at level %s need a person for %s.', p_terms.acts_at, p_terms.action_type));
  end if;
  return lines;
end
$$;
