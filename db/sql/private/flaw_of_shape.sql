-- Why a document is not written as a policy is, or null. What is compared when somebody asks whether it widens has to be what is decided by later: a number
-- in quotation marks, a null or a word that nobody knows would be read in one way there and in another here.
create function airlock.flaw_of_shape(p_document jsonb)
returns text language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  reach constant jsonb := '{"file_system": ["workspace_only", "project_directory", "full"], "code_execution": ["containerized"], "network": ["none", "allowlist_only", "open"],
    "git": ["local_only", "read_and_branch", "full"], "terminal": ["none", "restricted_commands", "full"], "requires_approval": "strings", "commands": "strings"}';
  subject constant jsonb := '{"tool": "string", "action": "string"}';
  bad text;
begin
  if p_document -> 'policy' is distinct from '1' then
    return 'A policy begins with policy: 1.';
  end if;
  bad := coalesce(
    airlock.misfits('policy', p_document, '{"policy": [1], "classes": "object", "tool_access": "object", "profiles": "object", "agents": "object", "checks": "array", "trust": "object"}'),
    airlock.misfits('classes', p_document -> 'classes', '{"safety": "object", "egress": "object"}'),
    airlock.misfits('classes.egress', p_document #> '{classes,egress}', '{"none": [0, 1, 2], "read_only": [0, 1, 2], "write": [0, 1, 2]}'),
    airlock.misfits('tool_access', p_document -> 'tool_access', '{"levels": "object"}'));
  if bad is null and not (p_document #> '{classes,safety}' ?& array['read', 'write', 'network', 'financial', 'privileged']
    and p_document #> '{classes,egress}' ?& array['none', 'read_only', 'write'])
  then
    return 'A policy says what every class asks for.';
  end if;
  bad := coalesce(bad, (
    select string_agg(m.misfit, ', ') from (
      select airlock.misfits('classes.safety.' || c.key, c.value,
        '{"people": [0, 1, 2], "open_people": [0, 1, 2], "voters": "strings", "attempts": "number", "backoff_seconds": "number", "audit": ["digest", "rules"],
          "cleaning": "object"}') as misfit
      from jsonb_each(p_document #> '{classes,safety}') c
      union all
      select airlock.misfits('tool_access.levels.' || l.key, l.value, reach || '{"description": "string", "deployment": "boolean"}')
      from jsonb_each(p_document #> '{tool_access,levels}') l
      union all
      select airlock.misfits('profiles.' || p.key, p.value,
        '{"description": "string", "rules": "array", "auto_approve": "strings", "human_approval": "strings", "approval_minutes": "object", "budgets": "array"}')
      from jsonb_each(p_document -> 'profiles') p
      union all
      select airlock.misfits('agents.' || a.key, a.value,
        '{"profiles": "strings", "custom_level": "string", "narrow": "object", "allow": "strings", "deny": "strings", "enforce_tool_policies": "boolean", "trust": "object"}')
      from jsonb_each(p_document -> 'agents') a
      union all
      select airlock.misfits('checks', c, '{"name": "string", "url": "string", "tools": "strings", "timeout_ms": "number"}')
      from jsonb_array_elements(p_document -> 'checks') c
      union all
      select name from (
        select jsonb_object_keys(p_document -> 'profiles') union all select jsonb_object_keys(p_document #> '{tool_access,levels}')) n (name)
      where name !~ '^[a-z][a-z0-9_]{0,47}$'
    ) m));
  -- Only of what is an object or a list by now.
  bad := coalesce(bad, (
    select string_agg(m.misfit, ', ') from (
      select airlock.misfits(format('profiles.%s.rules', p.key), r, subject || '{"reason": "string", "people": [1, 2], "deny": [true], "hosts": "strings", "read": "strings",
        "write": "strings", "limits": "object", "backends": "strings", "max_invocations": "number", "only_after": "strings", "per": ["session", "task"], "until": "string"}') as misfit
      from jsonb_each(p_document -> 'profiles') p, jsonb_array_elements(p.value -> 'rules') r
      union all
      select airlock.misfits(format('profiles.%s.budgets', p.key), b, subject || '{"calls": "number", "cost": "number", "per": ["minute", "hour", "day"]}')
      from jsonb_each(p_document -> 'profiles') p, jsonb_array_elements(p.value -> 'budgets') b
      union all
      select airlock.misfits(format('classes.safety.%s.cleaning', c.key), c.value -> 'cleaning', '{"escapes": ["remove", "block"], "hidden": ["remove", "block"],
        "credentials": ["mask", "block"], "markup": ["report", "mark", "block"], "concealed": ["report", "remove", "block"], "roles": ["report", "mark", "block"],
        "sentences": ["report", "mark", "fence", "remove", "block"], "encoded": ["report", "block"], "max_length": "number", "markers": ["visible", "counted"]}')
      from jsonb_each(p_document #> '{classes,safety}') c where c.value ? 'cleaning'
      union all
      select format('classes.safety.%s.cleaning.max_length', c.key) from jsonb_each(p_document #> '{classes,safety}') c
      where case when jsonb_typeof(c.value #> '{cleaning,max_length}') = 'number'
        then (c.value #>> '{cleaning,max_length}')::numeric not between 200 and 67108864 or c.value #>> '{cleaning,max_length}' !~ '^[0-9]+$' else false end
      union all
      select format('profiles.%s.approval_minutes.%s', p.key, w.key) from jsonb_each(p_document -> 'profiles') p, jsonb_each(p.value -> 'approval_minutes') w
      where case when jsonb_typeof(w.value) = 'number' then (w.value #>> '{}')::numeric not between 5 and 1440 or w.value #>> '{}' !~ '^[0-9]+$' else true end
      union all
      -- A day that is written in another way is read by the session that puts it in force.
      select format('profiles.%s.rules.until', p.key) from jsonb_each(p_document -> 'profiles') p, jsonb_array_elements(p.value -> 'rules') r
      where r ->> 'until' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})$'
      union all
      select airlock.misfits(format('agents.%s.narrow', a.key), a.value -> 'narrow', reach || '{"deployment": [false]}')
      from jsonb_each(p_document -> 'agents') a where a.value ? 'narrow'
      union all
      select airlock.flaw_of_trust('trust', p_document -> 'trust') where p_document ? 'trust'
      union all
      select airlock.flaw_of_trust(format('agents.%s.trust', a.key), a.value -> 'trust') from jsonb_each(p_document -> 'agents') a where a.value ? 'trust'
    ) m));
  if bad is not null then
    return format('This is not how a policy is written: %s.', left(bad, 200));
  end if;
  select string_agg(p.key, ', ') into bad from jsonb_each(p_document -> 'profiles') p, jsonb_array_elements(p.value -> 'rules') r where (r ? 'tool') = (r ? 'action');
  if bad is not null then
    return format('A rule is for a tool or for an action, and says which: %s.', left(bad, 200));
  end if;
  return null;
end
$$;
