-- Follows a one-time link: the first start's makes the first admin, an invitation's lets its person choose a password.
-- Name and address are read only for the first admin; an invited person has theirs already.
create function agents.fn_set_up(
  p_token text, p_email text, p_name text, p_salt bytea, p_memory_kib int, p_passes int, p_parallelism int, p_proof bytea
)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  link agents.setup_links;
  person uuid;
begin
  update agents.setup_links set used_at = now()
  where token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and used_at is null and expires_at > clock_timestamp()
  returning * into link;
  if link.token_hash is null or (link.person_id is null and exists (select from agents.people)) then
    perform airlock.refuse('AL007', 'This set-up link was used or has expired.');
  end if;
  person := coalesce(link.person_id, airlock.make_person(p_email, p_name, 'admin', true));
  perform airlock.keep_proof(person, p_salt, p_memory_kib, p_passes, p_parallelism, p_proof);
  delete from agents.sessions s where s.person_id = person;
  perform audit.append('person:' || person, case when link.person_id is null then 'person.set_up' else 'person.password_set' end,
    'person:' || person, '{}');
  return person;
end
$$;
