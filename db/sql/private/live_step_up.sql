-- Locks a proof that can still be given: this person's, in time, not used, not dead from five codes beside the one that is being shown.
create function airlock.live_step_up(p_person uuid, p_step_up uuid, p_try uuid default null)
returns agents.step_ups language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  asked agents.step_ups;
begin
  select s.* into asked from agents.step_ups s where s.id = p_step_up and s.person_id = p_person for update;
  if asked.id is null or asked.used_at is not null or asked.expires_at <= clock_timestamp()
    or (select count(*) from agents.code_tries t where t.step_up_id = asked.id and t.id is distinct from p_try) >= 5
  then
    perform airlock.refuse('AL039', 'This question has ended.');
  end if;
  return asked;
end
$$;
