-- With what a person can prove that they are there: what they have set up and still have.
create function airlock.proofs_of_person(p_person uuid)
returns text[] language sql stable
as $$
  select array_remove(array[
    case when exists (select from agents.passkeys k where k.person_id = p_person and k.revoked_at is null) then 'passkey' end,
    case when exists (select from agents.person_totp t where t.person_id = p_person and t.confirmed_at is not null) then 'totp' end], null)
$$;
