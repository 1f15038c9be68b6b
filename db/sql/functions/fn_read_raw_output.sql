-- Hands over raw output, sealed as it is kept, for a wish that is on record: a row of another transaction can be seen only once it
-- is committed, so whoever rolls back gets nothing. Good for a minute, for the person who asked. What was deleted meanwhile is gone.
create function agents.fn_read_raw_output(p_session text, p_reading uuid)
returns table (sealed bytea, sealed_to text) language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  asked uuid;
  kept agents.invocation_outputs;
begin
  select r.invocation_id into asked from agents.raw_readings r
  where r.id = p_reading and r.person_id = person.id and r.txid <> pg_current_xact_id() and r.at > clock_timestamp() - interval '1 minute';
  if asked is null then
    perform airlock.refuse('AL028', 'Ask to read it first; a wish is good for a minute.');
  end if;
  kept := airlock.raw_output_of(asked);
  return query select kept.sealed, kept.sealed_to;
end
$$;
