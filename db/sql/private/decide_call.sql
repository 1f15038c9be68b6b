-- The database's own decision on a call: lines for every rule that had something to say. It depends on no caller: the
-- registry flag, the classes, the contract's network stance and constraints, the profile's overrides and the access level
-- are read here. The verdict is the strictest
-- line, so the order of the lines never matters. A call that is decided again (`p_except`) does not count against itself.
create function airlock.decide_call(p_agent agents.agents, p_tool agents.tools_registry, p_version agents.tool_versions, p_session_id text, p_except uuid default null)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb := '[]';
  switch agents.kill_switches := airlock.stopped_by(p_agent.id, p_tool.id);
  override record;
  acts_at text := airlock.effective_level(p_agent, p_tool.category);
  listed text;
begin
  if switch.id is not null then
    lines := lines || airlock.trace_line('kill.' || switch.scope, 'deny', null, switch.scope || ' switch',
      'Calls are stopped: ' || left(switch.reason, 300));
  end if;
  if p_agent.frozen_at is not null then
    lines := lines || airlock.trace_line('agent.frozen', 'deny', null, 'frozen',
      'The agent is frozen: ' || left(coalesce(p_agent.frozen_reason, ''), 300));
  end if;

  if p_tool.safety_class = 'privileged' then
    lines := lines || airlock.trace_line('safety.privileged', 'hold', 2, 'safety class privileged', 'Privileged tools take two distinct people.');
  elsif p_tool.safety_class = 'financial' then
    lines := lines || airlock.trace_line('safety.financial', 'hold', 1, 'safety class financial', 'Financial tools take one person.');
  elsif p_tool.safety_class = 'write' then
    lines := lines || airlock.trace_line('safety.write', 'hold', 1, 'safety class write', 'Tools that write take one person.');
  end if;
  if p_tool.safety_class = 'network' and p_version.contract #>> '{policy,network,mode}' is null then
    lines := lines || airlock.trace_line('safety.network', 'deny', null, 'safety class network, no list', 'A network tool has to list the hosts it reaches.');
  elsif p_tool.safety_class = 'network' and p_version.contract #>> '{policy,network,mode}' = 'open' then
    lines := lines || airlock.trace_line('safety.network', 'hold', 1, 'safety class network, open', 'A network tool without a list of hosts takes one person.');
  end if;
  lines := lines || airlock.judge_constraints(p_agent, p_tool, p_version.contract -> 'constraints', p_session_id, p_except);
  if p_tool.egress_class = 'write' then
    lines := lines || airlock.trace_line('egress.write', 'hold', 1, 'egress class write', 'Write-class tools need one person.');
  elsif p_tool.requires_approval and p_tool.safety_class not in ('write', 'financial', 'privileged') then
    lines := lines || airlock.trace_line('registry.requires_approval', 'hold', 1, 'requires_approval', 'The registry asks for a person.');
  elsif not p_tool.requires_approval then
    lines := lines || airlock.trace_line('registry.free', 'run', null,
      format('safety %s, egress %s', p_tool.safety_class, p_tool.egress_class), 'Tools of these classes are free to call.');
  end if;

  for override in
    select o.* from agents.profile_overrides o
    where o.profile_id = p_agent.profile_id
      and ((o.subject_kind = 'tool' and o.subject = p_tool.name)
        or (o.subject_kind = 'category' and o.subject = p_tool.category)
        or (o.subject_kind = 'action_type' and o.subject in (p_tool.action_type, split_part(p_tool.action_type, ':', 1), p_tool.category)))
    order by o.id
  loop
    lines := lines || airlock.trace_line('profile.' || override.subject_kind, override.effect, nullif(override.people, 0),
      override.subject, override.reason);
  end loop;

  for listed in
    select asked.value from jsonb_array_elements_text(coalesce(
      airlock.grants_at(p_agent, acts_at) -> 'requires_approval', '[]')) asked(value)
    where asked.value in (p_tool.action_type, split_part(p_tool.action_type, ':', 1), p_tool.category)
  loop
    lines := lines || airlock.trace_line('level.requires_approval', 'hold', 1, acts_at || ': ' || listed,
      format('Agents at level %s need a person for %s.', acts_at, listed));
  end loop;
  return lines;
end
$$;
