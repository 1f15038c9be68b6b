-- A hint for people: when a key was used last, to the minute. Beside the key and not in it, so that a transaction that is
-- left open cannot keep anybody from revoking the key; and never waited for.
create function airlock.note_key_use(p_key uuid)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from agents.agent_key_uses u where u.key_id = p_key and u.used_at > now() - interval '1 minute') then
    update agents.agent_key_uses set used_at = now()
    where key_id = (select u.key_id from agents.agent_key_uses u where u.key_id = p_key for update skip locked);
  end if;
end
$$;
