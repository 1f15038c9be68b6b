-- The same by an author's own tooling: the key stands for the person, who has to be one that may write tools at this moment.
create function agents.fn_author_register_tool(
  p_key text, p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text default null, p_source text default 'http'
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return airlock.register_by(airlock.author_of_key(p_key), p_contract_text, p_body_hash, p_part_hashes, p_name_skeleton,
    p_name_skeleton_folded, p_findings, p_bundle, p_source);
end
$$;
