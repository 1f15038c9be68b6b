-- Writes a person and what proves them. At set-up the role counts at once; later it has to age first.
create function airlock.make_person(
  p_email text, p_name text, p_role text, p_salt bytea, p_memory_kib int, p_passes int, p_parallelism int, p_proof bytea, p_at_setup boolean
)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid := airlock.new_id();
begin
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 or coalesce(lower(btrim(p_email)), '') not like '%_@_%' or length(p_email) > 254
    or octet_length(p_salt) < 16 or octet_length(p_proof) < 32 or p_memory_kib < 19456 or p_passes < 2
  then
    perform airlock.refuse('AL026', 'A person has a name, an e-mail address and a well-stretched password.');
  end if;
  if exists (select from agents.people p where p.email = lower(btrim(p_email))) then
    perform airlock.refuse('AL030', 'There is a person with that e-mail address already.');
  end if;
  insert into agents.people (id, email, name, role, role_since, created_at)
  values (person, lower(btrim(p_email)), btrim(p_name), p_role, case when p_at_setup then timestamptz '2000-01-01 00:00:00+00' else now() end, now());
  insert into agents.person_credentials (person_id, salt, memory_kib, passes, parallelism, proof_hash)
  values (person, p_salt, p_memory_kib, p_passes, p_parallelism, sha256(p_proof));
  return person;
end
$$;
