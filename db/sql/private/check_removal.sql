-- Who may take away a person's proof: they themselves, proving who they are, or else whoever stole a session would first take it away and
-- then make their own; or an admin with a reason, for somebody who has lost everything.
create function airlock.check_removal(p_remover agents.people, p_person uuid, p_step_up uuid, p_reason text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_remover.id = p_person then
    perform airlock.use_enrolment(p_step_up, p_person);
  elsif p_remover.role = 'admin' then
    perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  else
    perform airlock.refuse('AL005', 'A proof is removed by its person, or by an admin.');
  end if;
end
$$;
