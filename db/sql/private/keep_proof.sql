-- Keeps what proves a person: salt, parameters, and the hash of the argon2id tag. Weak parameters are refused here, whoever
-- chose them, and so are those that would cost every later sign-in more than a machine has.
create function airlock.keep_proof(p_person uuid, p_salt bytea, p_memory_kib int, p_passes int, p_parallelism int, p_proof bytea)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(octet_length(p_salt), 0) < 16 or coalesce(octet_length(p_proof), 0) < 32 or coalesce(p_memory_kib, 0) < 19456
    or coalesce(p_passes, 0) < 2 or coalesce(p_parallelism, 0) < 1
    or octet_length(p_salt) > 64 or octet_length(p_proof) > 128 or p_memory_kib > 1048576 or p_passes > 16 or p_parallelism > 16
  then
    perform airlock.refuse('AL026', 'The password was not stretched as it has to be.');
  end if;
  insert into agents.person_credentials (person_id, salt, memory_kib, passes, parallelism, proof_hash)
  values (p_person, p_salt, p_memory_kib, p_passes, p_parallelism, sha256(p_proof))
  on conflict (person_id) do update set salt = excluded.salt, memory_kib = excluded.memory_kib, passes = excluded.passes,
    parallelism = excluded.parallelism, proof_hash = excluded.proof_hash;
end
$$;
