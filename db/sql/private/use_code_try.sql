-- A code is looked at only after the try was announced and committed (agents.fn_announce_code), for this question, once. Gives the time of that,
-- by which the code is to be judged: whoever rolls the answer back and shows the same code again later gets the same answer, and not
-- another chance with every thirty seconds.
create function airlock.use_code_try(p_person uuid, p_step_up uuid, p_try uuid, p_code text)
returns timestamptz language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  announced timestamptz;
begin
  update agents.code_tries t set used_at = now()
  where t.id = p_try and t.person_id = p_person and t.step_up_id is not distinct from p_step_up
    and t.code_hash = sha256(convert_to(p_code, 'UTF8')) and t.used_at is null
    and t.txid <> pg_current_xact_id() and t.at > clock_timestamp() - interval '1 minute'
  returning t.at into announced;
  if announced is null then
    perform airlock.refuse('AL039', 'This try was not announced, was used, or is too old.');
  end if;
  return announced;
end
$$;
