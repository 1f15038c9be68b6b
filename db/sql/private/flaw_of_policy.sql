-- Why a document is no policy that could be put in force, or null. Its shape is lib/policy/document/policy-document.ts; what is asked here is what
-- a careless or hostile writer could do harm with: unknown words, names that lead nowhere, levels that are not in order. The floors of the classes are
-- constraints of their tables. A flaw found by failing to read it is a flaw as well.
create function airlock.flaw_of_policy(p_document jsonb)
returns text language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  bad text;
begin
  if jsonb_typeof(p_document) is distinct from 'object' or octet_length(p_document::text) > 1048576 then
    return 'A policy is one object of at most 1 MiB.';
  end if;
  if not p_document ?& array['policy', 'classes', 'tool_access', 'profiles', 'agents', 'checks'] then
    return 'A policy has the sections policy, classes, tool_access, profiles, agents and checks.';
  end if;
  select string_agg(k, ', ') into bad from jsonb_object_keys(p_document) k
  where k not in ('policy', 'classes', 'tool_access', 'profiles', 'agents', 'checks', 'trust');
  if bad is not null then
    return format('A policy has no section %s.', bad);
  end if;
  bad := airlock.flaw_of_shape(p_document);
  if bad is not null then
    return bad;
  end if;
  select string_agg(n.name, ', ') into bad from unnest(array['sandboxed', 'restricted', 'standard', 'elevated']) n (name)
  where jsonb_typeof(p_document #> array['tool_access', 'levels', n.name]) is distinct from 'object';
  if bad is not null then
    return format('The level %s is missing.', bad);
  end if;
  -- A level that reaches further than the one above it would make a demotion a promotion.
  select string_agg(format('%s reaches further than %s', l.low, l.high), '; ') into bad
  from (values ('sandboxed', 'restricted'), ('restricted', 'standard'), ('standard', 'elevated')) l (low, high)
  where airlock.reaches_further(p_document #> array['tool_access', 'levels', l.low], p_document #> array['tool_access', 'levels', l.high]);
  if bad is not null then
    return bad || '.';
  end if;
  select string_agg(distinct u.word, ', ') into bad
  from (
    select jsonb_array_elements_text(l.grants -> 'requires_approval') as word from jsonb_each(p_document #> '{tool_access,levels}') l (name, grants)
    union all
    select jsonb_array_elements_text(coalesce(p.body -> 'human_approval', '[]') || coalesce(p.body -> 'auto_approve', '[]')) from jsonb_each(p_document -> 'profiles') p (name, body)
    union all
    select jsonb_object_keys(coalesce(p.body -> 'approval_minutes', '{}')) from jsonb_each(p_document -> 'profiles') p (name, body)
    union all
    select r ->> 'action' from jsonb_each(p_document -> 'profiles') p (name, body), jsonb_array_elements(coalesce(p.body -> 'rules', '[]') || coalesce(p.body -> 'budgets', '[]')) r
    where r ? 'action'
    union all
    select jsonb_array_elements_text(a.entry #> '{narrow,requires_approval}') from jsonb_each(p_document -> 'agents') a (name, entry) where a.entry #> '{narrow,requires_approval}' is not null
  ) u
  where not exists (select from agents.action_types t where u.word in (t.name, split_part(t.name, ':', 1)))
    and u.word not in ('file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp');
  if bad is not null then
    return format('Not an action type, a family of them, or a category: %s.', left(bad, 200));
  end if;
  select string_agg(format('%s has profile %s', a.name, p), ', ') into bad
  from jsonb_each(p_document -> 'agents') a (name, entry), jsonb_array_elements_text(coalesce(a.entry -> 'profiles', '[]')) p
  where not p_document -> 'profiles' ? p;
  if bad is not null then
    return format('There is no such profile: %s.', left(bad, 200));
  end if;
  select string_agg(a.name, ', ') into bad from jsonb_object_keys(p_document -> 'agents') a (name)
  where not exists (select from agents.agents g where g.name = a.name);
  if bad is not null then
    return format('There is no agent named %s.', left(bad, 200));
  end if;
  select string_agg(g.name, ', ') into bad from agents.agents g
  where (g.access_level = 'custom' or p_document #> array['agents', g.name] ? 'custom_level')
    and not coalesce(p_document #> '{tool_access,levels}' ? coalesce(p_document #>> array['agents', g.name, 'custom_level'], 'custom'), false);
  if bad is not null then
    return format('The level of %s is missing.', left(bad, 200));
  end if;
  return null;
exception when data_exception or invalid_parameter_value then
  return 'It cannot be read: ' || left(sqlerrm, 200);
end
$$;
