-- Puts an event into the outbox and wakes whoever listens. The hint is empty: any listener can read a payload.
create function airlock.emit(p_type text, p_subject uuid, p_agent uuid, p_data jsonb)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into agents.events (type, at, subject, agent_id, data) values (p_type, clock_timestamp(), p_subject, p_agent, p_data);
  perform pg_notify('airlock_events', '');
end
$$;
