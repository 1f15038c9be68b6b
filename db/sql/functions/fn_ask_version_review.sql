-- Asks reviewers about a version again: its review ran out, the tool changed meanwhile, or what was quarantined shall go on.
create function agents.fn_ask_version_review(p_session text, p_version uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  version agents.tool_versions;
  tool agents.tools_registry;
  review agents.approvals;
begin
  select t.* into tool from agents.tools_registry t
  where t.id = (select v.tool_id from agents.tool_versions v where v.id = p_version) for update;
  select v.* into version from agents.tool_versions v where v.id = p_version;
  if version.id is null then
    perform airlock.refuse('AL028', 'There is no such version.');
  end if;
  -- Also one that was in force once: the tool may have been stopped under it, or shall go back to it.
  if version.state not in ('review', 'quarantined', 'approved') or tool.state = 'retired' or (version.id = tool.pinned_version_id and tool.state = 'active') then
    perform airlock.refuse('AL011', format('This version is %s and its tool is %s.', version.state, tool.state),
      jsonb_build_object('status', version.state));
  end if;
  review := airlock.ask_for_review(version);
  perform audit.append('person:' || person.id, 'tool_version.review_asked', 'tool_version:' || version.id,
    jsonb_build_object('approval', review.id, 'required', review.required, 'digest', review.digest));
  return jsonb_build_object('approvalId', review.id, 'required', review.required, 'digest', review.digest);
end
$$;
