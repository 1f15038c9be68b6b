-- A person has seen it; it leaves everybody's page and stays on record.
create function agents.fn_dismiss_notice(p_session text, p_notice uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
begin
  update agents.notices n set dismissed_at = now(), dismissed_by = person.id where n.id = p_notice and n.dismissed_at is null;
  if not found then
    perform airlock.refuse('AL028', 'There is no such open notice.');
  end if;
  perform audit.append('person:' || person.id, 'notice.dismissed', 'notice:' || p_notice, '{}');
end
$$;
