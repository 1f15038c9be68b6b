-- Ends a key at once, by its owner or an admin.
create function agents.fn_revoke_author_key(p_session text, p_key_id uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  key agents.author_keys;
begin
  update agents.author_keys k set revoked_at = now()
  where k.id = p_key_id and k.revoked_at is null and (k.person_id = person.id or person.role = 'admin') returning * into key;
  if key.id is null then
    perform airlock.refuse('AL028', 'There is no live key of yours under that id.');
  end if;
  perform audit.append('person:' || person.id, 'author_key.revoked', 'person:' || key.person_id,
    jsonb_build_object('key', key.id, 'prefix', key.prefix));
end
$$;
