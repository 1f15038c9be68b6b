-- A person takes tools of a listing into the registry, each under review. Bound to the listing that was looked at; what the server
-- said is taken from it unchanged, and the person adds only what is ours to say: the name here, the classes, the constraints.
create function agents.fn_import_mcp_tools(p_session text, p_server uuid, p_server_root text, p_tools jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'admin');
  ours constant text[] := array['name', 'safetyClass', 'egressClass', 'idempotency', 'idempotent', 'outputContent', 'cleaning', 'effect', 'constraints',
    'maxCost', 'gate', 'summary', 'costTier'];
  server agents.mcp_servers;
  listing agents.mcp_listings;
  chosen jsonb;
  listed jsonb;
  made jsonb := '[]';
begin
  select s.* into server from agents.mcp_servers s where s.id = p_server and s.state <> 'retired' for update;
  if server.id is null then
    perform airlock.refuse('AL028', 'There is no such server, or it is retired.');
  end if;
  select l.* into listing from agents.mcp_listings l where l.id = server.listing_id;
  if listing.server_root is distinct from p_server_root then
    perform airlock.refuse('AL012', 'The server lists other tools by now; look at them first.');
  end if;
  if jsonb_typeof(p_tools) is distinct from 'array' or jsonb_array_length(p_tools) not between 1 and 200 then
    perform airlock.refuse('AL026', 'Choose 1 to 200 tools.');
  end if;
  for chosen in select c from jsonb_array_elements(p_tools) c loop
    if jsonb_typeof(chosen) is distinct from 'object' or jsonb_typeof(chosen -> 'contractText') is distinct from 'string' or (chosen ->> 'contractText') is not json object then
      perform airlock.refuse('AL026', 'Each tool comes with its contract, hashes and findings.');
    end if;
    select t into listed from jsonb_array_elements(listing.tools) t where t ->> 'upstream' = chosen ->> 'upstream' limit 1;
    if listed is null or listed -> 'problem' is distinct from 'null' or listed ->> 'contractText' is null then
      perform airlock.refuse('AL026', format('%s cannot be imported from this listing.', quote_literal(left(coalesce(chosen ->> 'upstream', ''), 80))));
    end if;
    begin
      if (chosen ->> 'contractText')::jsonb - ours is distinct from (listed ->> 'contractText')::jsonb - ours then
        perform airlock.refuse('AL012', format('%s is not what the server listed.', quote_literal(left(chosen ->> 'upstream', 80))));
      end if;
    exception when invalid_text_representation or untranslatable_character or program_limit_exceeded or statement_too_complex then
      perform airlock.refuse('AL026', 'A contract is not JSON that can be kept.');
    end;
    made := made || airlock.register_by(person, chosen ->> 'contractText', chosen ->> 'bodyHash', chosen -> 'partHashes',
      chosen ->> 'nameSkeleton', chosen ->> 'nameSkeletonFolded', chosen -> 'findings', null, 'mcp', server.id);
  end loop;
  return made;
end
$$;
