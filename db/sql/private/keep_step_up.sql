-- Writes down that a proof was given, and with what.
create function airlock.keep_step_up(p_asked agents.step_ups, p_method text, p_passkey uuid default null)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.step_ups set method = p_method, proved_at = now() where id = p_asked.id;
  perform audit.append('person:' || p_asked.person_id, 'step_up.proved', 'person:' || p_asked.person_id, jsonb_strip_nulls(jsonb_build_object(
    'stepUp', airlock.step_up_digest(p_asked.id), 'purpose', p_asked.purpose, 'method', p_method, 'passkey', p_passkey, 'subject', p_asked.subject_id, 'digest', p_asked.digest)));
end
$$;
