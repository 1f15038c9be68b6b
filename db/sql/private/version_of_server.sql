-- The version that holds what a server offers now, written if it is new. What it offered before and nobody decided is put aside, and
-- a server that never says the same twice gets no more than so many versions a day: the newest then stands for what it offers.
create function airlock.version_of_server(p_tool agents.tools_registry, p_pinned agents.tool_versions, p_found jsonb)
returns agents.tool_versions language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most_a_day constant int := 20;
  contract jsonb := (p_found ->> 'contractText')::jsonb;
  hash text := airlock.definition_hash(p_found ->> 'contractText');
  version agents.tool_versions;
  written uuid;
begin
  if (contract ->> 'name', contract #>> '{runtime,tool}', contract #>> '{runtime,config}')
    is distinct from (p_tool.name, p_tool.upstream_name, p_pinned.contract #>> '{runtime,config}')
  then
    perform airlock.refuse('AL026', 'What a server sent is compared under the name and the configuration that were reviewed.');
  end if;
  select v.* into version from agents.tool_versions v
  where v.tool_id = p_tool.id and v.definition_hash = hash and v.state <> 'retired' order by v.number desc limit 1;
  if version.id is not null then
    -- A later look may notice more; what it noticed stays.
    if jsonb_typeof(p_found -> 'findings') = 'array' and not version.findings @> (p_found -> 'findings') then
      update agents.tool_versions v set findings = v.findings || (p_found -> 'findings') where v.id = version.id returning * into version;
    end if;
    return version;
  end if;
  select v.* into version from agents.tool_versions v
  where v.tool_id = p_tool.id and v.author_id is null and v.server_id is not null order by v.number desc limit 1;
  if version.id is not null and (select count(*) from agents.tool_versions v
    where v.tool_id = p_tool.id and v.author_id is null and v.server_id is not null and v.created_at > now() - interval '1 day') >= most_a_day
  then
    return version;
  end if;
  written := airlock.register_version(p_found ->> 'contractText', p_found ->> 'bodyHash', p_found -> 'partHashes', p_tool.name_skeleton,
    p_tool.name_skeleton_folded, p_found -> 'findings', null, null, 'mcp', p_tool.server_id);
  update agents.approvals a set status = 'void', decided_at = now()
  from agents.tool_versions v
  where a.status = 'pending' and a.subject_kind = 'tool_version' and a.subject_id = v.id and v.tool_id = p_tool.id
    and v.author_id is null and v.server_id is not null;
  update agents.tool_versions v set state = 'retired', decided_at = now(), decision_reason = 'The server offered another one before it was decided.'
  where v.tool_id = p_tool.id and v.author_id is null and v.server_id is not null and v.state in ('review', 'quarantined') and v.id <> written
    and v.id is distinct from p_pinned.id;
  select v.* into strict version from agents.tool_versions v where v.id = written;
  return version;
end
$$;
