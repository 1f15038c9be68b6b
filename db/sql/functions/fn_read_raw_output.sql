-- Hands over raw output for a wish that is on record: a row of another transaction can be seen only once it is committed,
-- so whoever rolls back gets nothing. Good for a minute, for the person who asked.
create function agents.fn_read_raw_output(p_session text, p_reading uuid)
returns bytea language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  answer bytea;
begin
  select o.raw into answer from agents.raw_readings r join agents.invocation_outputs o on o.invocation_id = r.invocation_id
  where r.id = p_reading and r.person_id = person.id and r.txid <> pg_current_xact_id() and r.at > now() - interval '1 minute';
  if answer is null then
    perform airlock.refuse('AL028', 'Ask to read it first; a wish is good for a minute.');
  end if;
  return answer;
end
$$;
