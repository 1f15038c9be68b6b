-- A page shows a waiting question to a person: the first time is kept, by the database's clock, so that a yes can be compared with it.
create function agents.fn_see_approval(p_session text, p_approval uuid)
returns timestamptz language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  seen timestamptz;
begin
  if not exists (select from agents.approvals a where a.id = p_approval) then
    perform airlock.refuse('AL028', 'There is no such question.');
  end if;
  insert into agents.approval_sights (approval_id, person_id, at)
  select a.id, person.id, clock_timestamp() from agents.approvals a where a.id = p_approval and a.status = 'pending'
  on conflict do nothing;
  select s.at into seen from agents.approval_sights s where s.approval_id = p_approval and s.person_id = person.id;
  return seen;
end
$$;
