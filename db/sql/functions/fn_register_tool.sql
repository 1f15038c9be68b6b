-- An author writes a contract: the next version of its tool, under review, with the question to reviewers. The hash is
-- computed here over the exact text. Whoever wrote it cannot approve it. A change of anything but words takes two
-- people: SQL cannot tell a narrowing from a widening, so it takes every such change for one.
create function agents.fn_register_tool(
  p_session text, p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text default null
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'admin');
  words constant text[] := array['title', 'description', 'summary', 'annotations', 'icons', 'other'];
  written uuid;
  version agents.tool_versions;
  before agents.tool_versions;
  review agents.approvals;
begin
  if p_body_hash is null or jsonb_typeof(p_part_hashes) is distinct from 'object' or jsonb_typeof(p_findings) is distinct from 'array'
    or coalesce(p_name_skeleton, '') = '' or coalesce(p_name_skeleton_folded, '') = ''
    or coalesce(octet_length(p_contract_text), 0) not between 2 and 1048576 or p_contract_text is not json object with unique keys or octet_length(p_bundle) > 8388608
    or length(p_body_hash) > 200 or pg_column_size(p_part_hashes) > 65536 or pg_column_size(p_findings) > 1048576
  then
    perform airlock.refuse('AL026', 'A definition is a JSON contract of at most 1 MiB without repeated names, with its hashes, findings and name keys.');
  end if;
  begin
    written := airlock.register_version(
      p_contract_text, p_body_hash, p_part_hashes, p_name_skeleton, p_name_skeleton_folded, p_findings, p_bundle, person.id);
  exception when check_violation or not_null_violation or invalid_text_representation or untranslatable_character
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'The contract is not JSON that can be kept, or names a class, category or action that is not known.');
  end;
  select v.* into strict version from agents.tool_versions v where v.id = written;
  select v.* into before from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id where t.id = version.tool_id;
  if before.definition_hash = version.definition_hash then
    perform airlock.refuse('AL030', 'This is the version in force already.');
  end if;
  review := airlock.open_review('tool_version', version.id, airlock.version_digest(version.id),
    case when before.id is null or before.contract - words = version.contract - words then 1 else 2 end);
  perform audit.append('person:' || person.id, 'tool_version.registered', 'tool_version:' || version.id, jsonb_build_object(
    'tool', version.contract ->> 'name', 'number', version.number, 'definitionHash', version.definition_hash,
    'approval', review.id, 'required', review.required, 'findings', jsonb_array_length(p_findings)));
  return jsonb_build_object('versionId', version.id, 'number', version.number, 'definitionHash', version.definition_hash,
    'approvalId', review.id, 'required', review.required);
end
$$;
