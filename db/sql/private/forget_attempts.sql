-- A try that led somewhere takes with it those that it was counted with, and no others: what somebody else tried stays counted.
create function airlock.forget_attempts(p_attempt uuid)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  delete from agents.sign_in_attempts a using agents.sign_in_attempts own
  where own.id = p_attempt and a.email_hash = own.email_hash and a.known_by is not distinct from own.known_by
$$;
