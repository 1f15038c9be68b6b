-- A reviewer or an admin takes a memory away from its agent, because it is wrong or was planted. The text goes, that it was there stays.
create function agents.fn_remove_memory(p_session text, p_memory uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  digest text;
begin
  perform airlock.check_reason(p_reason, 'Say why; the log keeps it in place of the text.');
  select airlock.sha256_hex(m.text) into digest from agents.memories m where m.id = p_memory and m.removed_at is null for update;
  if digest is null then
    perform airlock.refuse('AL028', 'There is no such memory.');
  end if;
  update agents.memories m set removed_at = now(), removed_by = person.id, removed_why = p_reason, text = '', tags = '{}' where m.id = p_memory;
  perform audit.append('person:' || person.id, 'memory.removed', 'memory:' || p_memory, jsonb_build_object('reason', p_reason, 'digest', digest));
end
$$;
