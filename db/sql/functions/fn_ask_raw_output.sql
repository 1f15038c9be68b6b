-- A reviewer asks to read what a tool really returned. The wish is on record, with who and when, before anything is
-- handed over: the bytes come from fn_read_raw_output, in another transaction.
create function agents.fn_ask_raw_output(p_session text, p_invocation uuid)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  digest text;
  reading uuid := airlock.new_id();
begin
  select o.raw_digest into digest from agents.invocation_outputs o where o.invocation_id = p_invocation;
  if digest is null then
    perform airlock.refuse('AL028', 'This call has no output.');
  end if;
  insert into agents.raw_readings (id, invocation_id, person_id, at, txid)
  values (reading, p_invocation, person.id, now(), pg_current_xact_id());
  perform audit.append('person:' || person.id, 'output.raw_read', 'invocation:' || p_invocation, jsonb_build_object('rawDigest', digest));
  return reading;
end
$$;
