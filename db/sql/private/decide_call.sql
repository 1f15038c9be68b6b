-- The database's own decision on a call: lines for every rule that had something to say. It depends on no caller: all of
-- it is read from the terms of the call. The verdict is the strictest line, so the order of the lines never matters. A call
-- that is decided again (`p_except`) does not count against itself.
-- Step by step and not as one expression: of that PostgreSQL prepares every branch, of these only what is reached.
create function airlock.decide_call(p_terms airlock.call_terms, p_session_id text, p_task_id text, p_except uuid default null)
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
  elsif p_terms.safety_class = 'network' and p_terms.network_mode is null then
    lines := lines || airlock.fixed_line('safety.network', 'deny', null, 'safety class network, no list', 'A network tool has to list the hosts it reaches.');
  elsif p_terms.safety_class = 'network' and p_terms.network_mode not in ('none', 'allowlist') then
    lines := lines || airlock.trace_line('safety.network', 'hold', greatest(1, p_terms.safety_people, p_terms.open_people), 'safety class network, open',
      'A network tool without a list of hosts takes people.');
  elsif p_terms.safety_class in ('write', 'financial') and p_terms.safety_people < 2 then
    lines := lines || case p_terms.safety_class
      when 'write' then airlock.fixed_line('safety.write', 'hold', 1, 'safety class write', 'Tools that write take one person.')
      else airlock.fixed_line('safety.financial', 'hold', 1, 'safety class financial', 'Financial tools take one person.') end;
  elsif p_terms.safety_people > 0 then
    lines := lines || airlock.trace_line('safety.' || p_terms.safety_class, 'hold', p_terms.safety_people, 'safety class ' || p_terms.safety_class,
      format('The policy asks for %s for %s tools.', airlock.people_words(p_terms.safety_people), p_terms.safety_class));
  end if;
  -- A privileged tool has said so already; anything else gets there by its risk, what the scanner found, and whom it would reach for the first time.
  if p_terms.safety_class <> 'privileged' and airlock.tier_of(p_terms.risk, p_terms.safety_class, p_terms.alarmed or p_terms.first_seen) = 'dual' then
    lines := lines || airlock.fixed_line('tier.dual', 'hold', 2, 'tier dual', 'Calls of the highest tier take two distinct people.');
  end if;
  if p_terms.constraints is not null then
    lines := lines || airlock.judge_constraints(p_terms, p_session_id, p_task_id, p_except);
  end if;
  if p_terms.egress_class = 'write' and p_terms.egress_people < 2 then
    lines := lines || airlock.fixed_line('egress.write', 'hold', 1, 'egress class write', 'Write-class tools need one person.');
  elsif p_terms.egress_people > 0 then
    lines := lines || airlock.trace_line('egress.' || p_terms.egress_class, 'hold', p_terms.egress_people, 'egress class ' || p_terms.egress_class,
      format('The policy asks for %s for tools of egress class %s.', airlock.people_words(p_terms.egress_people), p_terms.egress_class));
  end if;
  if p_terms.requires_approval and p_terms.egress_class <> 'write' and p_terms.safety_class not in ('write', 'financial', 'privileged') then
    lines := lines || airlock.fixed_line('registry.requires_approval', 'hold', 1, 'requires_approval', 'The registry asks for a person.');
  elsif not p_terms.requires_approval then
    lines := lines || airlock.trace_line('registry.free', 'run', null,
      format('safety %s, egress %s', p_terms.safety_class, p_terms.egress_class), 'The registry asks for nobody.');
  end if;
  if p_terms.tool_name = any (p_terms.denied_tools) then
    lines := lines || airlock.trace_line('permission.denied', 'deny', null, p_terms.tool_name,
      format('The policy denies %s to this agent.', p_terms.tool_name));
  end if;
  if p_terms.category in ('web', 'database', 'communication', 'analytics', 'mcp', 'deployment') then
    if coalesce(p_terms.grants ->> 'network', 'none') = 'none' and not p_terms.tool_name = any (p_terms.allowed_tools) then
      lines := lines || airlock.trace_line('level.category', 'deny', null, p_terms.acts_at || ': ' || p_terms.category,
        format('Agents at level %s have no tools that reach outside (%s).', p_terms.acts_at, p_terms.category));
    elsif p_terms.category = 'deployment' and coalesce(p_terms.grants ->> 'deployment', 'false') <> 'true' then
      lines := lines || airlock.trace_line('level.category', 'hold', 1, p_terms.acts_at || ': deployment',
        format('Agents at level %s deploy only with a person.', p_terms.acts_at));
    end if;
  elsif p_terms.category = 'terminal' and coalesce(p_terms.grants ->> 'terminal', 'none') = 'none' and not p_terms.tool_name = any (p_terms.allowed_tools) then
    lines := lines || airlock.trace_line('level.category', 'deny', null, p_terms.acts_at || ': terminal',
      format('Agents at level %s have no terminal.', p_terms.acts_at));
  end if;
  if p_terms.action_type = 'vcs:push' and coalesce(p_terms.grants ->> 'git', 'local_only') <> 'full' then
    lines := lines || airlock.trace_line('level.git', 'deny', null, p_terms.acts_at || ': vcs:push',
      format('Agents at level %s do not push (git: %s).', p_terms.acts_at, coalesce(p_terms.grants ->> 'git', 'local_only')));
  end if;
  if p_terms.grants -> 'requires_approval' ?| airlock.words_for(p_terms.action_type, p_terms.category) then
    lines := lines || (
      select jsonb_agg(airlock.trace_line('level.requires_approval', 'hold', 1, p_terms.acts_at || ': ' || w,
        format('Agents at level %s need a person for %s.', p_terms.acts_at, w)))
      from jsonb_array_elements_text(p_terms.grants -> 'requires_approval') w
      where w = any (airlock.words_for(p_terms.action_type, p_terms.category)));
  end if;
  if cardinality(p_terms.profile_ids) > 0 then
    lines := lines || airlock.judge_profiles(p_terms);
    if p_terms.counted then
      lines := lines || airlock.judge_counts(p_terms, p_session_id, p_task_id, p_except);
    end if;
  end if;
  return lines;
end
$$;
