-- Commits a try to sign in before it can be answered: the hash of the proof that will be shown. Five tries that led
-- nowhere within fifteen minutes close the address for as long; but tries from a browser that its person has signed in from
-- (p_browser, airlock.known_by) are five of its own, or whoever knows an address could keep its owner out. The lock that keeps parallel tries in line has a name
-- that only this database knows, so that no other login can hold it.
create function agents.fn_begin_sign_in(p_email text, p_proof_hash bytea, p_browser text default null)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address_hash bytea := sha256(convert_to(lower(coalesce(p_email, '')), 'UTF8'));
  attempt uuid := airlock.new_id();
  known bytea := airlock.known_by(p_email, p_browser);
begin
  perform airlock.refuse_old_sight();
  if octet_length(p_proof_hash) is distinct from 32 then
    perform airlock.refuse('AL026', 'A proof is announced by its SHA-256.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(sha256(n.salt_key || address_hash), 'hex'), 0)) from agents.installation n;
  if (
    select count(*) from agents.sign_in_attempts a
    where a.email_hash = address_hash and a.known_by is not distinct from known and a.at > clock_timestamp() - interval '15 minutes'
  ) >= 5 then
    perform airlock.refuse('AL003', 'Too many attempts for this address.');
  end if;
  insert into agents.sign_in_attempts (id, email_hash, known_by, proof_hash, at, txid)
  values (attempt, address_hash, known, p_proof_hash, clock_timestamp(), pg_current_xact_id());
  return attempt;
end
$$;
