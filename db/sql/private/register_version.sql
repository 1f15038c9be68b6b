-- Writes a contract as the next version of its tool. The hash is computed here over the exact text, and the class columns
-- are read out of it here: a caller cannot name one thing and store another. A definition in which the scanner found
-- something grave starts in quarantine: it can be approved, but nobody takes it for an ordinary one.
create function airlock.register_version(
  p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text, p_author uuid, p_source text default 'sdk', p_server uuid default null
)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  contract jsonb := p_contract_text::jsonb;
  tool uuid;
  version uuid := airlock.new_id();
begin
  -- Pages and later decisions read these; whoever calls, a wrong shape is refused before it is kept.
  if jsonb_typeof(p_findings) is distinct from 'array' or jsonb_typeof(p_part_hashes) is distinct from 'object'
    or coalesce(length(p_body_hash), 0) not between 1 and 200 or jsonb_path_exists(p_findings, '$[*] ? (@.severity.type() != "string")')
    or pg_column_size(p_part_hashes) > 65536 or pg_column_size(p_findings) > 1048576
  then
    perform airlock.refuse('AL026', 'A definition comes with its hashes, by part, and a list of findings.');
  end if;
  perform airlock.check_contract(contract);
  if (p_name_skeleton, p_name_skeleton_folded) is distinct from (airlock.look_of(contract ->> 'name'), airlock.look_of(lower(contract ->> 'name'))) then
    perform airlock.refuse('AL026', 'The keys of a name are what the name looks like.');
  end if;
  if not exists (select from agents.action_types a where a.name = contract ->> 'actionType') then
    perform airlock.refuse('AL026', format('There is no action type %s; an admin can register it.', quote_literal(left(contract ->> 'actionType', 80))));
  end if;
  if (contract #>> '{runtime,kind}' = 'mcp') <> (p_server is not null) or (contract #>> '{runtime,server}') is distinct from p_server::text then
    perform airlock.refuse('AL026', 'A tool of an MCP server comes from that server, and no other does.');
  end if;
  if contract #>> '{runtime,kind}' = 'bundle' then
    if p_bundle is null or airlock.sha256_hex(p_bundle) is distinct from contract #>> '{runtime,sha256}' then
      perform airlock.refuse('AL026', 'The code does not have the hash that the contract names.');
    end if;
    insert into agents.code_bundles (sha256, code, created_at) values (contract #>> '{runtime,sha256}', p_bundle, now()) on conflict do nothing;
  end if;
  select t.id into tool from agents.tools_registry t where t.name = contract ->> 'name' for update;
  if tool is null then
    tool := airlock.new_id();
    insert into agents.tools_registry (id, name, name_skeleton, name_skeleton_folded, egress_class, safety_class, category,
      action_type, risk, requires_approval, state, source, server_id, upstream_name, description, created_at, updated_at)
    values (tool, contract ->> 'name', p_name_skeleton, p_name_skeleton_folded, contract ->> 'egressClass', contract ->> 'safetyClass',
      contract ->> 'category', contract ->> 'actionType', contract #>> '{policy,risk}', false, 'active', p_source, p_server,
      contract #>> '{runtime,tool}', contract ->> 'description', now(), now())
    on conflict do nothing;
    if not found then
      perform airlock.refuse('AL030', 'Another tool has this name, or one that looks the same.');
    end if;
  elsif exists (
    select from agents.tools_registry t where t.id = tool
      and ((t.server_id, t.upstream_name) is distinct from (p_server, contract #>> '{runtime,tool}') or t.state = 'retired')
  ) then
    perform airlock.refuse('AL030', 'A tool of this name comes from elsewhere, or is retired: its name is not free for another.');
  end if;
  -- While nothing is in force, what is found by a search is what waits.
  update agents.tools_registry
  set updated_at = now(), description = case when pinned_version_id is null then contract ->> 'description' else description end
  where id = tool;
  insert into agents.tool_versions (id, tool_id, number, definition_hash, body_hash, part_hashes, contract_text, contract, findings,
    state, source, server_id, author_id, created_at)
  values (version, tool, 1 + coalesce((select max(v.number) from agents.tool_versions v where v.tool_id = tool), 0), 
    airlock.definition_hash(p_contract_text), p_body_hash, p_part_hashes, p_contract_text, contract, p_findings,
    case when jsonb_path_exists(p_findings, '$[*].severity ? (@ == "high" || @ == "critical")') then 'quarantined' else 'review' end,
    p_source, p_server, p_author, now());
  return version;
end
$$;
