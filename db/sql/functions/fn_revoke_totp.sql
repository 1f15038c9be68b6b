-- Takes a person's authenticator app away: one's own with a proof, another's as an admin with a reason.
create function agents.fn_revoke_totp(p_session text, p_person uuid, p_step_up uuid default null, p_reason text default null)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  perform from agents.person_totp t where t.person_id = p_person for update;
  if not found then
    perform airlock.refuse('AL028', 'There is no authenticator app to remove.');
  end if;
  perform airlock.check_removal(person, p_person, p_step_up, p_reason);
  delete from agents.person_totp t where t.person_id = p_person;
  perform audit.append('person:' || person.id, 'totp.revoked', 'person:' || p_person, jsonb_build_object('stepUp', airlock.step_up_digest(p_step_up), 'reason', p_reason));
end
$$;
