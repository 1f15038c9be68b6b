-- What every author's door does: the definition is kept whole or not at all, and reviewers are asked.
create function airlock.register_by(
  p_person agents.people, p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text, p_source text, p_server uuid default null
)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  written uuid;
  in_force boolean;
  known boolean;
  version agents.tool_versions;
  review agents.approvals;
begin
  if coalesce(octet_length(p_contract_text), 0) not between 2 and 1048576 or p_contract_text is not json object with unique keys or octet_length(p_bundle) > 8388608
    or (coalesce(p_source, '') = 'mcp') <> (p_server is not null) or coalesce(p_source, '') not in ('sdk', 'tool_md', 'http', 'mcp')
  then
    perform airlock.refuse('AL026', 'A definition is a JSON contract of at most 1 MiB without repeated names, with its hashes, findings and name keys.');
  end if;
  begin
    -- The same text is the same question: it is not asked a second time beside the first, and a no to one is a no to both.
    select v.id, v.id = t.pinned_version_id and t.state = 'active' into written, in_force
    from agents.tools_registry t join agents.tool_versions v on v.tool_id = t.id
    where t.name = p_contract_text::jsonb ->> 'name' and v.definition_hash = airlock.definition_hash(p_contract_text)
      and (v.state in ('review', 'quarantined') or v.id = t.pinned_version_id)
    order by v.number desc limit 1;
    if in_force then
      perform airlock.refuse('AL030', 'This is the version in force already.');
    end if;
    known := written is not null;
    written := coalesce(written, airlock.register_version(p_contract_text, p_body_hash, p_part_hashes, p_name_skeleton, p_name_skeleton_folded,
      p_findings, p_bundle, p_person.id, p_source, p_server));
  exception when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation or untranslatable_character
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'The contract is not JSON that can be kept, or names a class, category or action that is not known.');
  end;
  select v.* into strict version from agents.tool_versions v where v.id = written;
  if version.contract ->> 'safetyClass' = 'network' and version.network_mode is null then
    perform airlock.refuse('AL026', 'A network tool lists the hosts it reaches.');
  end if;
  -- A class is a promise about the policy: what says that it reaches nothing, or only reads, has no open way out.
  if coalesce(version.network_mode, 'none') <> 'none' and version.contract ->> 'egressClass' = 'none'
    or version.network_mode = 'open' and version.contract ->> 'safetyClass' = 'read'
  then
    perform airlock.refuse('AL026', 'The classes promise less reach than the policy declares.');
  end if;
  -- A tool that could only fail is not put before reviewers.
  if exists (
    select from jsonb_array_elements_text(coalesce(version.contract #> '{requires,secrets}', '[]')) wanted
    where not exists (select from agents.secrets s where s.name = wanted and s.retired_at is null)
  ) then
    perform airlock.refuse('AL026', 'A secret that the tool requires is not kept here.');
  end if;
  review := airlock.ask_for_review(version);
  if not known then
    perform audit.append('person:' || p_person.id, 'tool_version.registered', 'tool_version:' || version.id, jsonb_build_object(
      'tool', version.contract ->> 'name', 'number', version.number, 'definitionHash', version.definition_hash, 'source', p_source,
      'state', version.state, 'approval', review.id, 'required', review.required, 'findings', jsonb_array_length(p_findings)));
  end if;
  return jsonb_build_object('versionId', version.id, 'number', version.number, 'definitionHash', version.definition_hash,
    'state', version.state, 'known', known, 'approvalId', review.id, 'required', review.required);
end
$$;
