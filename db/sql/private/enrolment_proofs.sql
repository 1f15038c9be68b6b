-- What a person proves, in this order, before their proofs change, so that a stolen session alone gains none: with the strongest that they
-- have. The first takes the password again; next to an authenticator app alone the password and then a code.
create function airlock.enrolment_proofs(p_person uuid)
returns text[] language sql stable
as $$
  select case when 'passkey' = any (mine) then array['passkey'] when 'totp' = any (mine) then array['password', 'totp'] else array['password'] end
  from airlock.proofs_of_person(p_person) mine
$$;
