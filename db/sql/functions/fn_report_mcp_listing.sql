-- A dispatcher brings what a server says its tools are. It is kept, as the preview of an import, when it is new; and every tool
-- that was imported is compared with the version in force. A tool that is not in the list is missing, not free.
create function agents.fn_report_mcp_listing(p_worker uuid, p_server uuid, p_fence bigint, p_listing jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  server agents.mcp_servers := airlock.held_sync(p_worker, p_server, p_fence);
  listing uuid := server.listing_id;
  notes jsonb := '[]';
begin
  if jsonb_typeof(p_listing) is distinct from 'object' or jsonb_typeof(p_listing -> 'tools') is distinct from 'array'
    or jsonb_array_length(p_listing -> 'tools') > 2000 or coalesce(length(p_listing ->> 'serverRoot'), 0) not between 1 and 200
    or length(p_listing ->> 'instructions') > 65536 or pg_column_size(p_listing) > 33554432
    or jsonb_path_exists(p_listing, '$.tools[*] ? (@.upstream.type() != "string")')
  then
    perform airlock.refuse('AL026', 'A listing has a root, at most 2,000 tools, and the name the server gives each.');
  end if;
  -- Of a server that lists something new at every look, not every list is kept: the last one that was is what can be imported.
  if not exists (select from agents.mcp_listings l where l.id = server.listing_id and l.server_root = p_listing ->> 'serverRoot')
    and (select count(*) from agents.mcp_listings l where l.server_id = server.id and l.at > now() - interval '1 day') < 100
  then
    listing := airlock.new_id();
    insert into agents.mcp_listings (id, server_id, at, worker_id, server_root, protocol, instructions, instructions_findings, tools)
    values (listing, server.id, now(), p_worker, p_listing ->> 'serverRoot', left(p_listing ->> 'protocol', 80), p_listing ->> 'instructions',
      coalesce(p_listing -> 'instructionsFindings', '[]'), p_listing -> 'tools');
  end if;
  begin
    -- In the order of the tools, so that two servers' listings lock them alike.
    select coalesce(jsonb_agg(noted.note) filter (where noted.note is not null), '[]') into notes
    from (
      select airlock.note_drift(server.id, coalesce(found.tool, jsonb_build_object('upstream', imported.upstream_name, 'removed', true)),
        case coalesce(server.sync_why, '') when 'schedule' then 'schedule' when 'list_changed' then 'list_changed' else 'requested' end, null) as note
      from (select t.id, t.upstream_name from agents.tools_registry t
        where t.server_id = server.id and t.pinned_version_id is not null and t.state <> 'retired' order by t.id) imported
      left join lateral (
        select tool from jsonb_array_elements(p_listing -> 'tools') tool where tool ->> 'upstream' = imported.upstream_name limit 1) found on true
    ) noted;
  exception when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation or untranslatable_character
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'A tool of the listing is not a contract that can be kept.');
  end;
  update agents.mcp_servers
  set state = 'listed', state_reason = null, listing_id = listing, listed_at = now(), failures = 0, error_code = null, error_message = null,
    sync_requested_at = case when sync_requested_at > sync_claimed_at then sync_requested_at end, sync_worker_id = null, sync_lease_expires_at = null
  where id = server.id;
  perform airlock.tell_drifts(notes, 'worker:' || p_worker);
  if listing is distinct from server.listing_id then
    perform audit.append('worker:' || p_worker, 'mcp_server.listed', 'mcp_server:' || server.id, jsonb_build_object('listing', listing,
      'serverRoot', p_listing ->> 'serverRoot', 'tools', jsonb_array_length(p_listing -> 'tools'), 'protocol', left(p_listing ->> 'protocol', 80)));
  end if;
  return jsonb_build_object('listingId', listing, 'drifts', notes);
end
$$;
