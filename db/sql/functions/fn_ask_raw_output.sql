-- A reviewer asks to read what a tool really returned. The wish is on record, with who and when, before anything is
-- handed over: the bytes come from fn_read_raw_output, in another transaction.
create function agents.fn_ask_raw_output(p_session text, p_invocation uuid)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  kept agents.invocation_outputs := airlock.raw_output_of(p_invocation);
  reading uuid := airlock.new_id();
begin
  perform airlock.check_counts(person);
  insert into agents.raw_readings (id, invocation_id, person_id, at, txid)
  values (reading, p_invocation, person.id, now(), pg_current_xact_id());
  perform audit.append('person:' || person.id, 'output.raw_read', 'invocation:' || p_invocation,
    jsonb_build_object('rawDigest', kept.raw_digest, 'sealedDigest', kept.sealed_digest));
  return reading;
end
$$;
