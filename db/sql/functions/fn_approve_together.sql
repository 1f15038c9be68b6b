-- A person approves up to 25 calls at once, each exactly as they saw it. Only what is alike and light goes together
-- (airlock.why_not_together); each is then decided alone (airlock.decide_each).
create function agents.fn_approve_together(p_session text, p_items jsonb, p_reason text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  most constant int := 25;
  why text;
begin
  if airlock.are_seen(p_items, 200) is not true then
    perform airlock.refuse('AL026', 'Items are a list of calls, each once, with the id, revision and digest that were seen.');
  end if;
  why := case when jsonb_array_length(p_items) > most then format('At most %s calls are approved together.', most)
    else airlock.why_not_together(p_items) end;
  if why is not null then
    perform airlock.refuse('AL041', why);
  end if;
  return airlock.decide_each(p_session, p_items, 'approve', p_reason);
end
$$;
