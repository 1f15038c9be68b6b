-- Uses up the proof that changing one's proofs takes: the last of what enrolment_proofs asks for, fresh and unused.
create function airlock.use_enrolment(p_step_up uuid, p_person uuid)
returns agents.step_ups language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  needed constant text[] := airlock.enrolment_proofs(p_person);
  proof agents.step_ups;
begin
  update agents.step_ups s set used_at = now()
  where s.id = p_step_up and s.person_id = p_person and s.purpose = 'enrol' and s.method = needed[cardinality(needed)]
    and s.used_at is null and s.expires_at > clock_timestamp()
  returning s.* into proof;
  if proof.id is null then
    perform airlock.refuse('AL038', format('First prove that it is you: %s.', array_to_string(needed, ', then ')), jsonb_build_object('methods', needed));
  end if;
  return proof;
end
$$;
