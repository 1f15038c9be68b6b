-- A person takes back what people released, for as long as no dispatcher has taken it: under the row's lock, so that of an undo and a
-- claim at the same moment exactly one wins. Whoever may vote may do it: it can only keep something from running.
create function agents.fn_undo_release(p_session text, p_invocation uuid, p_reason text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations;
begin
  if length(p_reason) > 2000 then
    perform airlock.refuse('AL026', 'A reason has at most 2,000 characters.');
  end if;
  select i.* into call from agents.tool_invocations i where i.id = p_invocation for update;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  -- The second click of a double click.
  if call.status = 'cancelled' and call.error_code = 'undone' then
    return jsonb_build_object('id', call.id, 'status', call.status);
  end if;
  if call.status <> 'running' or call.claimed_at is not null then
    perform airlock.refuse('AL030', case when call.status = 'running' then 'A dispatcher has taken it already: it runs.'
      else format('The call is %s already.', call.status) end,
      jsonb_build_object('status', call.status, 'claimed', call.claimed_at is not null));
  end if;
  -- What a rule released is nobody's yes; once it went back to people, theirs is.
  if call.approval_status <> 'approved' or (call.rule_id is not null and call.revision = 1) then
    perform airlock.refuse('AL030', 'Nobody approved this call, so there is no approval to take back.', jsonb_build_object('status', call.status));
  end if;
  perform airlock.end_invocation(call.id, 'cancelled', 'person:' || person.id,
    coalesce(nullif(btrim(p_reason), ''), 'The approval was taken back before it ran.'), 'undone');
  return jsonb_build_object('id', call.id, 'status', 'cancelled');
end
$$;
