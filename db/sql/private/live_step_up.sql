-- Locks a proof that can still be given: this person's, in time, not used, not dead from wrong codes.
create function airlock.live_step_up(p_person uuid, p_step_up uuid)
returns agents.step_ups language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  asked agents.step_ups;
begin
  select s.* into asked from agents.step_ups s where s.id = p_step_up and s.person_id = p_person for update;
  if asked.id is null or asked.used_at is not null or asked.failures >= 5 or asked.expires_at <= statement_timestamp() then
    perform airlock.refuse('AL039', 'This question has ended.');
  end if;
  return asked;
end
$$;
