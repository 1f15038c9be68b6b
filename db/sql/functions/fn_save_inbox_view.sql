-- A person keeps a filter of the inbox under a name, for themselves or lent to all; the same name again is the same view. It is an
-- address and gives nobody a right.
create function agents.fn_save_inbox_view(p_session text, p_name text, p_query text, p_shared boolean)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  view_id uuid;
begin
  if coalesce(length(btrim(p_name)), 0) not between 1 and 60 or coalesce(length(p_query), 1001) > 1000 or p_query ~ E'[^\\x20-\\x7e]' or p_shared is null then
    perform airlock.refuse('AL026', 'A view has a name of 1 to 60 characters and an address of at most 1,000.');
  end if;
  if not airlock.is_open_name(p_name) then
    perform airlock.refuse('AL026', 'The name has characters that nobody would see.');
  end if;
  -- Two at once of one person take turns, so that neither the name nor the number is exceeded.
  perform from agents.people p where p.id = person.id for update;
  update agents.inbox_views set query = p_query, shared = p_shared where person_id = person.id and name = btrim(p_name) returning id into view_id;
  if view_id is null then
    if (select count(*) >= 50 from agents.inbox_views v where v.person_id = person.id) then
      perform airlock.refuse('AL026', 'A person keeps at most 50 views; remove one first.');
    end if;
    insert into agents.inbox_views (id, person_id, name, query, shared, created_at)
    values (airlock.new_id(), person.id, btrim(p_name), p_query, p_shared, now()) returning id into view_id;
  end if;
  perform audit.append('person:' || person.id, 'inbox_view.saved', 'inbox_view:' || view_id,
    jsonb_build_object('name', btrim(p_name), 'query', p_query, 'shared', p_shared));
  return view_id;
end
$$;
