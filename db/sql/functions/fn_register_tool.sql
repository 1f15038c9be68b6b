-- An author writes a contract: the next version of its tool, under review, with the question to reviewers. Whoever wrote
-- it cannot approve it.
create function agents.fn_register_tool(
  p_session text, p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text default null, p_source text default 'sdk'
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'admin');
begin
  return airlock.register_by(person, p_contract_text, p_body_hash, p_part_hashes, p_name_skeleton, p_name_skeleton_folded,
    p_findings, p_bundle, p_source);
end
$$;
