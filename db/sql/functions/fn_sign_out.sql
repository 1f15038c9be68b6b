-- Ends this session, or with an id another of one's own.
create function agents.fn_sign_out(p_session text, p_other uuid default null)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  delete from agents.sessions s
  where s.person_id = person.id
    and (s.id = p_other or (p_other is null and s.token_hash = sha256(convert_to(p_session, 'UTF8'))));
  if not found then
    perform airlock.refuse('AL028', 'There is no such session of yours.');
  end if;
  perform audit.append('person:' || person.id, 'person.signed_out', 'person:' || person.id, jsonb_build_object('session', p_other));
end
$$;
