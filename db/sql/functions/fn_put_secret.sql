-- An admin writes a credential, sealed already: this database, its backups and the page's own login never see it open.
-- A new version replaces the one before, whose sealed bytes are removed.
create function agents.fn_put_secret(p_session text, p_name text, p_sealed_to text, p_sealed bytea)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  next_version int;
begin
  if coalesce(p_name, '') !~ '^[a-z0-9][a-z0-9_.-]{0,62}$' then
    perform airlock.refuse('AL026', 'A secret has a short lower-case name.');
  end if;
  if coalesce(p_sealed_to, '') !~ '^[0-9a-f]{16}$' or coalesce(octet_length(p_sealed), 0) not between 49 and 65536 then
    perform airlock.refuse('AL026', 'A secret comes sealed, at most 64 KiB, with the id of the key it is sealed to.');
  end if;
  -- Two writers of one name take turns.
  perform pg_advisory_xact_lock(airlock.lock_name('secret:' || p_name));
  select coalesce(max(s.version), 0) + 1 into next_version from agents.secrets s where s.name = p_name;
  update agents.secrets set retired_at = now(), sealed = '' where name = p_name and retired_at is null;
  insert into agents.secrets (id, name, version, sealed_to, sealed, created_by, created_at)
  values (airlock.new_id(), p_name, next_version, p_sealed_to, p_sealed, admin.id, now());
  perform audit.append('person:' || admin.id, 'secret.written', 'secret:' || p_name,
    jsonb_build_object('version', next_version, 'sealedTo', p_sealed_to));
  return next_version;
end
$$;
