-- An admin withdraws a credential: from this commit on nobody can be given it, and its sealed bytes are gone.
create function agents.fn_retire_secret(p_session text, p_name text, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  retired int;
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  update agents.secrets set retired_at = now(), sealed = '' where name = p_name and retired_at is null returning version into retired;
  if retired is null then
    perform airlock.refuse('AL028', 'There is no secret of that name in force.');
  end if;
  perform audit.append('person:' || admin.id, 'secret.retired', 'secret:' || p_name,
    jsonb_build_object('version', retired, 'reason', p_reason));
end
$$;
