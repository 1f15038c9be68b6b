-- A reviewer reads what a tool really returned. Each reading is on record, with who and when.
create function agents.fn_read_raw_output(p_session text, p_invocation uuid)
returns bytea language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  answer bytea;
begin
  select o.raw into answer from agents.invocation_outputs o where o.invocation_id = p_invocation;
  if answer is null then
    perform airlock.refuse('AL028', 'This call has no output.');
  end if;
  perform audit.append('person:' || person.id, 'output.raw_read', 'invocation:' || p_invocation,
    jsonb_build_object('rawDigest', encode(sha256(answer), 'hex')));
  return answer;
end
$$;
