-- Commits a try to sign in before it can be answered: the hash of the proof that will be shown. How many there may be says
-- airlock.refuse_further_tries; a refusal leaves nothing. The locks that keep parallel tries in line have names that only this database knows, so
-- that no other login can hold them. Tries from a browser that is known (p_browser) stand in line with those of their address alone.
create function agents.fn_begin_sign_in(p_email text, p_proof_hash bytea, p_browser text default null)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address_hash bytea := sha256(convert_to(lower(coalesce(p_email, '')), 'UTF8'));
  attempt uuid;
  known bytea := airlock.known_by(p_email, p_browser);
begin
  perform airlock.refuse_old_sight();
  if octet_length(p_proof_hash) is distinct from 32 then
    perform airlock.refuse('AL026', 'A proof is announced by its SHA-256.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(sha256(n.salt_key || address_hash), 'hex'), 0)) from agents.installation n;
  if known is null then
    perform pg_advisory_xact_lock(airlock.lock_name('sign-in from new browsers'));
  end if;
  perform airlock.refuse_further_tries(address_hash, known);
  -- Made behind the locks: by its id a try is found among those of the last minute.
  attempt := airlock.new_id();
  insert into agents.sign_in_attempts (id, email_hash, known_by, proof_hash, at, txid)
  values (attempt, address_hash, known, p_proof_hash, clock_timestamp(), pg_current_xact_id());
  return attempt;
end
$$;
