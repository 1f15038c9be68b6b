-- Who this session belongs to now: asked at every request, so that sign-out and a lost role act at once.
create function agents.fn_session(p_session text, p_renew boolean default true)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session, p_renew);
begin
  return (
    select jsonb_build_object('sessionId', s.id, 'personId', person.id, 'name', person.name, 'email', person.email,
      'role', person.role, 'expiresAt', s.expires_at)
    from agents.sessions s where s.token_hash = sha256(convert_to(p_session, 'UTF8')));
end
$$;
