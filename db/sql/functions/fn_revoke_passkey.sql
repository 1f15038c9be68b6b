-- Takes a passkey away: one's own with a proof, another's as an admin with a reason. It proves nothing from the next statement on.
create function agents.fn_revoke_passkey(p_session text, p_passkey uuid, p_step_up uuid default null, p_reason text default null)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  passkey agents.passkeys;
begin
  select k.* into passkey from agents.passkeys k where k.id = p_passkey and k.revoked_at is null for update;
  if passkey.id is null then
    perform airlock.refuse('AL028', 'There is no such passkey.');
  end if;
  perform airlock.check_removal(person, passkey.person_id, p_step_up, p_reason);
  update agents.passkeys set revoked_at = now() where id = passkey.id;
  perform audit.append('person:' || person.id, 'passkey.revoked', 'person:' || passkey.person_id,
    jsonb_build_object('passkey', passkey.id, 'name', passkey.name, 'stepUp', airlock.step_up_digest(p_step_up), 'reason', p_reason));
end
$$;
