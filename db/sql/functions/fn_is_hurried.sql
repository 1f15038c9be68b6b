-- Tells a person whether their own approvals have become too quick to have been read.
create function agents.fn_is_hurried(p_session text)
returns boolean language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  return coalesce(airlock.is_hurried(person.id), false);
end
$$;
