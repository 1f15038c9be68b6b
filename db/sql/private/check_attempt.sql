-- A password's proof is looked at only after the try was announced and committed: a row of another transaction is seen only then, so no
-- guess goes uncounted.
create function airlock.check_attempt(p_attempt uuid, p_email text, p_proof bytea)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from agents.sign_in_attempts a
    where a.id = p_attempt and a.email_hash = sha256(convert_to(lower(coalesce(p_email, '')), 'UTF8')) and a.proof_hash = sha256(p_proof)
      and a.txid <> pg_current_xact_id() and a.at > clock_timestamp() - interval '1 minute'
  ) then
    perform airlock.refuse('AL002', 'This attempt was not announced, or is too old.');
  end if;
end
$$;
