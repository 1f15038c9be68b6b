-- Puts an event into the outbox. Whoever changes something at the pace of people also wakes those who listen, in the same
-- transaction (airlock.wake); at the pace of machines that is left to the caller, after its commit: PostgreSQL holds one
-- lock for all transactions that notify, through the write to disk, and no two of them could share one.
create function airlock.emit(p_type text, p_subject uuid, p_agent uuid, p_data jsonb)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  insert into agents.events (type, at, subject, agent_id, data) values (p_type, clock_timestamp(), p_subject, p_agent, p_data)
$$;
