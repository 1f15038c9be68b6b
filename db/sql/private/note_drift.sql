-- A tool of a server is compared with the version in force. What it answers is what the caller has to write down: null when
-- nothing is new. The worker says how grave a change is; here it only ever becomes graver. Calls of the tool are voided by the
-- caller, for all tools at once, and audit entries come last.
create function airlock.note_drift(p_server uuid, p_found jsonb, p_found_by text, p_invocation uuid)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  grades constant text[] := array['none', 'info', 'review', 'critical'];
  states constant text[] := array['active', 'drifted', 'quarantined'];
  tool agents.tools_registry;
  pinned agents.tool_versions;
  version agents.tool_versions;
  severity text;
  changed text[];
  seen agents.tool_drifts;
  held text;
begin
  select t.* into tool from agents.tools_registry t
  where t.server_id = p_server and t.upstream_name = p_found ->> 'upstream' and t.state <> 'retired' for update;
  select v.* into pinned from agents.tool_versions v where v.id = tool.pinned_version_id;
  -- Imported and never put in force: there is nothing yet that it could differ from.
  if pinned.id is null then
    return null;
  end if;

  if coalesce((p_found ->> 'removed')::boolean, false) or p_found ->> 'contractText' is null then
    -- Gone, or no longer readable: the baseline stays, so that what comes back under the name is compared with it.
    severity := 'review';
  elsif airlock.definition_hash(p_found ->> 'contractText') = pinned.definition_hash then
    update agents.tool_drifts set resolved_at = now(), resolution = 'reverted' where tool_id = tool.id and resolved_at is null;
    if not found or tool.state <> 'drifted' then
      return null;
    end if;
    update agents.tools_registry set state = 'active', state_reason = null, updated_at = now() where id = tool.id;
    perform airlock.void_reviews_of(array[tool.id]);
    return jsonb_build_object('tool', tool.id, 'name', tool.name, 'action', 'tool.drift_reverted', 'state', 'active', 'definitionHash', pinned.definition_hash);
  else
    version := airlock.version_of_server(tool, pinned, p_found);
    changed := airlock.changed_parts(pinned.contract, version.contract);
    severity := grades[greatest(
      coalesce(array_position(grades, p_found ->> 'severity'), 4),
      case
        when version.alarmed and not pinned.alarmed then 4
        when tool.egress_class = 'write' or tool.safety_class in ('write', 'financial', 'privileged') then 4
        -- To and fro, or something new at every look, is a server that shows one face to reviewers and another to agents.
        when (select count(*) from agents.tool_drifts d
          where d.tool_id = tool.id and d.resolution in ('reverted', 'superseded') and d.resolved_at > now() - interval '1 day') >= 3 then 4
        -- A worker may find that a schema became narrower, and that white space moved; no other change is small.
        when changed <@ array['icons', 'other', 'inputSchema', 'outputSchema'] then 2
        else 3 end)];
  end if;

  insert into agents.tool_drifts as d (id, tool_id, from_version_id, to_version_id, severity, changes, found_by, invocation_id, first_seen_at, last_seen_at, times)
  values (airlock.new_id(), tool.id, pinned.id, version.id, severity,
    case when jsonb_typeof(p_found -> 'changes') = 'array' then p_found -> 'changes' else '[]' end, p_found_by, p_invocation, now(), now(), 1)
  on conflict (tool_id, coalesce(to_version_id, '00000000-0000-0000-0000-000000000000'::uuid)) where resolved_at is null
  do update set last_seen_at = now(), times = d.times + 1,
    severity = case when array_position(grades, d.severity) >= array_position(grades, excluded.severity) then d.severity else excluded.severity end
  returning * into seen;
  -- What the server offers now takes the place of what it offered before: that was never decided and no longer is.
  update agents.tool_drifts set resolved_at = now(), resolution = 'superseded' where tool_id = tool.id and resolved_at is null and id <> seen.id;

  held := case seen.severity when 'critical' then 'quarantined' when 'review' then 'drifted' else 'active' end;
  if array_position(states, held) > array_position(states, tool.state) then
    update agents.tools_registry
    set state = held, updated_at = now(), state_reason = case
      when version.id is null then 'The server no longer offers it as it was reviewed.'
      else format('The server changed it: %s.', array_to_string(changed, ', ')) end
    where id = tool.id;
    perform airlock.void_reviews_of(array[tool.id]);
  else
    held := tool.state;
  end if;
  if version.state = 'review' and seen.severity = 'critical' then
    update agents.tool_versions v set state = 'quarantined' where v.id = version.id returning * into version;
  end if;
  if version.state in ('review', 'quarantined', 'approved') then
    perform airlock.ask_for_review(version);
  end if;
  if seen.times > 1 and held = tool.state then
    return null;
  end if;
  return jsonb_build_object('tool', tool.id, 'name', tool.name, 'state', held, 'was', tool.state, 'severity', seen.severity, 'drift', seen.id,
    'action', case held when 'quarantined' then 'tool.quarantined' when 'drifted' then 'tool.drifted' else 'tool.changed' end,
    'definitionHash', pinned.definition_hash, 'found', version.definition_hash, 'version', version.id, 'changed', to_jsonb(changed), 'foundBy', p_found_by);
end
$$;
