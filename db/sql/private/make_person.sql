-- Writes a person, without a password yet. At set-up the role counts at once; later it has to age first.
create function airlock.make_person(p_email text, p_name text, p_role text, p_at_setup boolean)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid := airlock.new_id();
begin
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 or coalesce(lower(btrim(p_email)), '') not like '%_@_%' or length(p_email) > 254 then
    perform airlock.refuse('AL026', 'A person has a name of at most 120 characters and an e-mail address.');
  end if;
  if not airlock.is_open_name(p_name || p_email) then
    perform airlock.refuse('AL026', 'A name or an address has characters that nobody would see.');
  end if;
  insert into agents.people (id, email, name, role, role_since, ever_admin, counts_from, created_at)
  values (person, lower(btrim(p_email)), btrim(p_name), p_role, case when p_at_setup then timestamptz '2000-01-01 00:00:00+00' else now() end,
    false, now(), now())
  on conflict (email) do nothing;
  if not found then
    perform airlock.refuse('AL030', 'There is a person with that e-mail address already.');
  end if;
  return person;
end
$$;
