create function airlock.make_agent_key(p_agent uuid, p_name text, p_prefix text, p_secret_hash bytea, p_days int, p_by uuid, p_read_only boolean default false)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  key uuid := airlock.new_id();
begin
  if coalesce(p_prefix, '') !~ '^[0-9A-Za-z]{8}$' or octet_length(p_secret_hash) is distinct from 32 then
    perform airlock.refuse('AL026', 'A key has a prefix of eight characters and the SHA-256 of its secret.');
  end if;
  insert into agents.agent_keys (id, agent_id, prefix, secret_hash, name, created_by, created_at, expires_at, read_only)
  values (key, p_agent, p_prefix, p_secret_hash, btrim(p_name), p_by, now(), now() + make_interval(days => p_days), p_read_only)
  on conflict (prefix) do nothing;
  if not found then
    perform airlock.refuse('AL030', 'A key with this prefix exists already; make another.');
  end if;
  insert into agents.agent_key_uses (key_id) values (key);
  return key;
end
$$;
