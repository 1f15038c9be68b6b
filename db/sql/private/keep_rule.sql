-- Makes a standing answer from one call, or refuses. A yes is made only by somebody who could approve that call, only for calls that one
-- person decides and nothing speaks against, and it answers for the call it was made from. The caller writes the audit entry, after
-- those of calls: its lane is the last. The tool is locked before anything is logged, as by whoever takes it out of force.
create function airlock.keep_rule(p_person agents.people, p_call agents.tool_invocations, p_effect text, p_every_agent boolean,
  p_pattern jsonb, p_max_uses int, p_hours int, p_reason text)
returns agents.standing_rules language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most_hours constant int := case p_effect when 'approve' then 720 else 2136 end;
  uses constant int := case p_effect when 'approve' then p_max_uses else 10000 end;
  flaw text;
  tool agents.tools_registry;
  version agents.tool_versions;
  asked jsonb;
  rule agents.standing_rules;
begin
  if coalesce(p_effect, '') not in ('approve', 'deny') or p_every_agent is null or (p_every_agent and p_effect = 'approve') then
    perform airlock.refuse('AL026', 'A rule approves calls of one agent, or denies calls of one agent or of every agent.');
  end if;
  perform airlock.check_reason(p_reason, 'Say why; it stays with the rule.');
  if coalesce(p_hours, 0) not between 1 and most_hours or coalesce(uses, 0) not between 1 and 10000 then
    perform airlock.refuse('AL026', format('A rule lasts 1 to %s hours and answers 1 to 10,000 times.', most_hours));
  end if;
  flaw := airlock.flaw_of_pattern(p_effect, p_pattern);
  if flaw is not null then
    perform airlock.refuse('AL026', flaw);
  end if;
  select n.input::jsonb into strict asked from agents.invocation_inputs n where n.invocation_id = p_call.id and n.revision = p_call.revision;
  if not airlock.rule_matches(p_pattern, asked) then
    perform airlock.refuse('AL026', coalesce(format('%s: ', nullif(left(airlock.rule_mismatch(p_pattern, asked), 100), '')), '')
      || 'the rule would not answer for the call it is made from.');
  end if;
  select t.* into strict tool from agents.tools_registry t where t.id = p_call.tool_id for no key update;
  select v.* into strict version from agents.tool_versions v where v.id = p_call.tool_version_id;
  if p_effect = 'approve' then
    perform airlock.check_voter(p_person, tool.id);
    perform airlock.check_counts(p_person);
    if exists (select from agents.agents a where a.id = p_call.agent_id and a.owner_id = p_person.id) then
      perform airlock.refuse('AL006', 'You cannot make this rule: you own this agent.');
    end if;
    if exists (select from agents.invocation_inputs n where n.invocation_id = p_call.id and n.edited_by = p_person.id) then
      perform airlock.refuse('AL006', 'You cannot make this rule: you edited this input.');
    end if;
    if tool.state <> 'active' or tool.pinned_version_id is distinct from version.id or version.state <> 'approved' then
      perform airlock.refuse('AL021', 'The tool has changed or may not run since this was asked.');
    end if;
    if tool.safety_class in ('financial', 'privileged') then
      perform airlock.refuse('AL035', 'Financial and privileged calls are decided one by one.');
    end if;
    if p_call.required_approvals <> 1 or p_call.tier not in ('low', 'medium') then
      perform airlock.refuse('AL035', 'Only calls of low or medium risk that take one person can have a standing yes.');
    end if;
    if version.alarmed then
      perform airlock.refuse('AL035', 'The scanner noticed something about this tool; its calls are decided one by one.');
    end if;
  end if;
  perform airlock.check_rules_left(version.id, 1);
  if p_call.is_drill then
    return null;
  end if;
  insert into agents.standing_rules (id, effect, tool_version_id, agent_id, pattern, made_from, made_by, reason, max_uses, uses, created_at, expires_at)
  values (airlock.new_id(), p_effect, version.id, case when not p_every_agent then p_call.agent_id end, p_pattern, p_call.id, p_person.id,
    p_reason, uses, 0, now(), now() + make_interval(hours => p_hours))
  returning * into rule;
  update agents.tools_registry set ruled = true where id = tool.id and not ruled;
  return rule;
end
$$;
