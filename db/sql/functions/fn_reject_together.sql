-- A person says no to up to 200 calls at once, of whatever tool, agent or tier; each is decided alone (airlock.decide_each).
create function agents.fn_reject_together(p_session text, p_items jsonb, p_reason text, p_note text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
begin
  if airlock.are_seen(p_items, 200) is not true then
    perform airlock.refuse('AL026', 'Items are a list of 1 to 200 calls, each once, with the id, revision and digest that were seen.');
  end if;
  perform airlock.check_reason(p_reason, 'Say why; the agents receive it.');
  return airlock.decide_each(p_session, p_items, 'reject', p_reason, p_note);
end
$$;
