-- Whoever may write tools gives their own tooling a key. The caller made it and shows it once; only prefix and hash are kept.
create function agents.fn_issue_author_key(p_session text, p_name text, p_prefix text, p_secret_hash bytea, p_days int)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'admin');
  key uuid := airlock.new_id();
begin
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 80 or coalesce(p_days, 0) not between 1 and 365
    or coalesce(p_prefix, '') !~ '^[0-9A-Za-z]{8}$' or octet_length(p_secret_hash) is distinct from 32
  then
    perform airlock.refuse('AL026', 'A key has a name of at most 80 characters, lives 1 to 365 days, and comes as a prefix and the SHA-256 of its secret.');
  end if;
  perform from agents.people p where p.id = person.id for update;
  if (select count(*) from agents.author_keys k where k.person_id = person.id and k.revoked_at is null and k.expires_at > now()) >= 5 then
    perform airlock.refuse('AL030', 'You have five live keys; revoke one first.');
  end if;
  insert into agents.author_keys (id, person_id, prefix, secret_hash, name, created_at, expires_at)
  values (key, person.id, p_prefix, p_secret_hash, btrim(p_name), now(), now() + make_interval(days => p_days))
  on conflict (prefix) do nothing;
  if not found then
    perform airlock.refuse('AL030', 'A key with this prefix exists already; make another.');
  end if;
  perform audit.append('person:' || person.id, 'author_key.issued', 'person:' || person.id,
    jsonb_build_object('key', key, 'prefix', p_prefix, 'name', p_name, 'days', p_days));
  return key;
end
$$;
