-- What follows from drifts that were noted: calls end, listeners hear of it, and the log has it, in that order for the lanes' sake.
create function airlock.tell_drifts(p_notes jsonb, p_actor text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  note jsonb;
begin
  perform airlock.void_calls_of(array(
    select (n ->> 'tool')::uuid from jsonb_array_elements(p_notes) n
    join agents.tools_registry t on t.id = (n ->> 'tool')::uuid
    where n ->> 'state' = 'quarantined' or (n ->> 'state' = 'drifted' and not t.serve_while_drifted)), 'The tool is no longer what was reviewed.');
  for note in select n from jsonb_array_elements(p_notes) n loop
    if note ->> 'action' = 'tool.quarantined' then
      perform airlock.emit('tool_version_quarantined', coalesce((note ->> 'version')::uuid, (note ->> 'tool')::uuid), null,
        jsonb_build_object('tool', note ->> 'name', 'reason', 'The tool is no longer what was reviewed.'));
    end if;
    perform audit.append(p_actor, note ->> 'action', 'tool:' || (note ->> 'tool'), note - 'tool' - 'action');
  end loop;
  perform airlock.wake();
end
$$;
