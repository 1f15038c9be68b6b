-- The first person of a production installation, made with the one-time link that the first start printed.
create function agents.fn_set_up(
  p_token text, p_email text, p_name text, p_salt bytea, p_memory_kib int, p_passes int, p_parallelism int, p_proof bytea
)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid;
begin
  update agents.setup_links set used_at = now()
  where token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and used_at is null and expires_at > now();
  if not found or exists (select from agents.people) then
    perform airlock.refuse('AL007', 'This set-up link was used or has expired.');
  end if;
  person := airlock.make_person(p_email, p_name, 'admin', p_salt, p_memory_kib, p_passes, p_parallelism, p_proof, true);
  perform audit.append('system', 'person.set_up', 'person:' || person, jsonb_build_object('role', 'admin'));
  return person;
end
$$;
