-- A view goes with the word of who keeps it; one that is lent to all, also with an admin's.
create function agents.fn_remove_inbox_view(p_session text, p_view uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  removed agents.inbox_views;
begin
  delete from agents.inbox_views v
  where v.id = p_view and (v.person_id = person.id or (v.shared and person.role = 'admin')) returning * into removed;
  if removed.id is null then
    perform airlock.refuse('AL028', 'You keep no such view.');
  end if;
  perform audit.append('person:' || person.id, 'inbox_view.removed', 'inbox_view:' || removed.id,
    jsonb_build_object('name', removed.name, 'shared', removed.shared));
end
$$;
