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
  version agents.tool_versions;
  review agents.approvals;
begin
  if p_body_hash is null or jsonb_typeof(p_part_hashes) is distinct from 'object' or jsonb_typeof(p_findings) is distinct from 'array'
    or coalesce(p_name_skeleton, '') = '' or coalesce(p_name_skeleton_folded, '') = ''
    or coalesce(octet_length(p_contract_text), 0) not between 2 and 1048576 or p_contract_text is not json object with unique keys or octet_length(p_bundle) > 8388608
    or length(p_body_hash) > 200 or pg_column_size(p_part_hashes) > 65536 or pg_column_size(p_findings) > 1048576
    or (coalesce(p_source, '') = 'mcp') <> (p_server is not null) or coalesce(p_source, '') not in ('sdk', 'tool_md', 'http', 'mcp')
  then
    perform airlock.refuse('AL026', 'A definition is a JSON contract of at most 1 MiB without repeated names, with its hashes, findings and name keys.');
  end if;
  begin
    -- What is in force already is no new version, and would be one for ever.
    if exists (
      select from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
      where t.name = p_contract_text::jsonb ->> 'name' and v.definition_hash = airlock.definition_hash(p_contract_text)
    ) then
      perform airlock.refuse('AL030', 'This is the version in force already.');
    end if;
    written := airlock.register_version(p_contract_text, p_body_hash, p_part_hashes, p_name_skeleton, p_name_skeleton_folded,
      p_findings, p_bundle, p_person.id, p_source, p_server);
  exception when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation or untranslatable_character
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'The contract is not JSON that can be kept, or names a class, category or action that is not known.');
  end;
  select v.* into strict version from agents.tool_versions v where v.id = written;
  if version.contract ->> 'safetyClass' = 'network' and version.network_mode is null then
    perform airlock.refuse('AL026', 'A network tool lists the hosts it reaches.');
  end if;
  -- A tool that could only fail is not put before reviewers.
  if exists (
    select from jsonb_array_elements_text(coalesce(version.contract #> '{requires,secrets}', '[]')) wanted
    where not exists (select from agents.secrets s where s.name = wanted and s.retired_at is null)
  ) then
    perform airlock.refuse('AL026', 'A secret that the tool requires is not kept here.');
  end if;
  review := airlock.ask_for_review(version);
  perform audit.append('person:' || p_person.id, 'tool_version.registered', 'tool_version:' || version.id, jsonb_build_object(
    'tool', version.contract ->> 'name', 'number', version.number, 'definitionHash', version.definition_hash, 'source', p_source,
    'state', version.state, 'approval', review.id, 'required', review.required, 'findings', jsonb_array_length(p_findings)));
  return jsonb_build_object('versionId', version.id, 'number', version.number, 'definitionHash', version.definition_hash,
    'state', version.state, 'approvalId', review.id, 'required', review.required);
end
$$;
