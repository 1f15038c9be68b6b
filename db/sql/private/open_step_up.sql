-- Asks a person for a proof. The challenge covers the item, what was shown of it, and something that nobody can foresee. What was asked
-- before and never proved goes after an hour, and the tries at it, which count for less long than that.
create function airlock.open_step_up(p_person uuid, p_purpose text, p_subject uuid, p_digest text, p_seconds int)
returns agents.step_ups language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  asked agents.step_ups;
begin
  delete from agents.step_ups s where s.person_id = p_person and s.proved_at is null and s.created_at < now() - interval '1 hour';
  insert into agents.step_ups (id, person_id, purpose, subject_id, digest, challenge, created_at, expires_at)
  values (airlock.new_id(), p_person, p_purpose, p_subject, p_digest,
    sha256(convert_to(concat_ws(E'\n', 'al1-step-up', p_purpose, p_person::text, p_subject::text, p_digest), 'UTF8') || airlock.random_bytes()),
    now(), now() + make_interval(secs => p_seconds))
  returning * into asked;
  return asked;
end
$$;
